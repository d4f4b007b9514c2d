"""Mistakes that people make, and what the program says of each."""
