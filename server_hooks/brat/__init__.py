"""brat, described once: what its actions do, its rules, sessions and settings."""
