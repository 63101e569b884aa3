"""The page of the same words that are annotated differently, for managers."""
