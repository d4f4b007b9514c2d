"""Old results from lists in CSV, where no workbook exists: events, placings and match records.

May know how sheets are read; gives records, and touches no database.
Begin with `lists.declarations`, then `lists.results`.
"""
