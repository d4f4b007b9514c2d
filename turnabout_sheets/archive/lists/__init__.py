"""Old results where no workbook exists: lists of events, placings and matches, tables, and NRTM files.

May know how sheets are read; gives records, and touches no database. Begin with
`lists.declared`, then `lists.old_events`.
"""
