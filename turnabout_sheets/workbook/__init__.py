"""The organizer's workbook: read safely, given new sheets of ours, saved whole."""
