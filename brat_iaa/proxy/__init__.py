"""The pages and the script in front of a brat whose files cannot be changed."""
