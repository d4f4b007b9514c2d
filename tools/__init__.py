"""What the developers of the program run, and its users do not need."""
