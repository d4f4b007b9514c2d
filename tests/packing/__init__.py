"""What is handed out for Windows and macOS, made at a small size."""
