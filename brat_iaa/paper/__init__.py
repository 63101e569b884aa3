"""What a paper says of agreement: a paragraph on methods, a table, and the works to cite."""
