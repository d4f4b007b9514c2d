"""What every room builds upon."""
