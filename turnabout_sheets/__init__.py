"""Runs Turnabout, Duplicate Magic and Netrunner events from one Excel workbook."""

__version__ = "0.1.0"
