"""What brat-agreement keeps of a project, outside of everything that brat serves (sqlite3)."""
