"""brat's files: one document's annotations, and the project of annotators by documents."""
