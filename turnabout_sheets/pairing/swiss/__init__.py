"""Swiss pairing by closest score, exactly, at every size.

May know nothing but scores, meetings and byes by position.
Begin with `swiss.closest`; the proof stands in `swiss.score_line`.
"""
