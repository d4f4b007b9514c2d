"""The sheets that the program makes, with openpyxl, in a workbook of their own."""
