"""Old results from lists in CSV, where no workbook exists: events, placings and match records."""
