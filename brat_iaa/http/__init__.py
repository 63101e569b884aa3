"""What a server asks of every request: its size, its time, who sends it, from which page."""
