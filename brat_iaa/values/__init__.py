"""What annotators drew in a document as things that can be told apart, and compared."""
