"""The commands, as they are typed: what they say, and how they end."""
