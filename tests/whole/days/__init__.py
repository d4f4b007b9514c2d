"""The days that are typed into LibreOffice, each in chapters, and their transcripts."""
