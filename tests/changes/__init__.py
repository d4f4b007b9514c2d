"""What differs between two states of an event, and its log."""
