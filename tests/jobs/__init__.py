"""What a person asks for, each thing for itself."""
