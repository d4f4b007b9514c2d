"""The history store: finished events over the years, who is who, and ratings as of any day."""
