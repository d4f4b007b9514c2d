"""The package that an .xlsx file is: parts, cells and styles (ECMA-376); nothing of events."""
