"""What everything stands on: text, problems with a place, files that are written whole, with backups."""
