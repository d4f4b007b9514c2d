"""Files on the disk: what is no workbook, who else has one open, whole saves; nothing of events."""
