"""Everything in the archive out to other programs, and back in: CSV, JSON and Parquet."""
