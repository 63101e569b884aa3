"""What brat's own page shows of a document: the figure, the markers, and where the button leads."""
