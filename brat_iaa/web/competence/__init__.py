"""The page on how reliable each annotator is, for managers."""
