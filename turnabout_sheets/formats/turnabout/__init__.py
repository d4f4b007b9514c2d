"""Turnabout: a match of two games with the decks swapped in the first, 30 victory points by the difference."""
