"""What is compared: from documents to items with one value for each annotator."""
