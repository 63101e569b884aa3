"""Writes projects in other formats: CoNLL-U from brat's files, and brat's files from CoNLL-U."""
