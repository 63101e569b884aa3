"""Who sees what: the one room that decides, and what is cut out for whom."""
