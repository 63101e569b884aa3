"""Agreement measures over items and values; nothing here knows brat, files or the web."""
