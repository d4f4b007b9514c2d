"""How well ways of pairing rank the players: simulated events, and the figures of docs/dev/pairing-quality.md."""
