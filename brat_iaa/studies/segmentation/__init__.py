"""Agreement of files of CoNLL-U whose words or sentences differ."""
