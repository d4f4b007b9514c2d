"""What sheets, columns, cells and settings are: each declared once, read as declared."""
