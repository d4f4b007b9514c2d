"""Who plays whom: pure functions on plain lists.

May know nothing but numbers: players are positions in a list.
Begin with `pairing.methods`; then `pairing.swiss`, `pairing.piles`, `pairing.round_robin` or `pairing.elimination`.
"""
