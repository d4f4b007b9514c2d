"""What is made for macOS."""
