"""What annotators say of their own disagreements: items, progress, what is left to discuss, and who
is done.
"""
