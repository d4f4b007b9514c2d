"""What was met at real events, driven through the command line or the desk, with the right value: never cut."""
