"""The organizer's workbook: read safely, given whole sheets of ours, saved so that nothing is ever lost."""
