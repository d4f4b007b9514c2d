"""Who plays whom: pure functions on plain lists, without input or output."""
