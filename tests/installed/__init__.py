"""What is handed out for Windows, installed and used under Wine as a person would; driven from Linux."""
