"""Everything in the archive out to other programs, and back in: CSV, JSON and Parquet.

May know the tables of the archive, nothing of what they mean.
Begin with `exchange.export_format`.
"""
