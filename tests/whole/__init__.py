"""Whole runs, from a workbook on disk to its sheets and pages."""
