"""A Windows Python to try the program with, and what is made for Windows."""
