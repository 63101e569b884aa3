"""One annotator twice: how far annotators agree with themselves, beside how far with each other."""
