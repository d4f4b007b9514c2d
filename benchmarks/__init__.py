"""Measurements of speed and memory: never tests, always ratios or medians within one run."""
