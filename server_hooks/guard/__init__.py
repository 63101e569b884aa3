"""Protection of brat's data and sessions, and of the servers around brat."""
