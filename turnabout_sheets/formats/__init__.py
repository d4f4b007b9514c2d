"""The event systems."""
