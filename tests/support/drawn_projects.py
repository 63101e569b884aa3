"""Projects of several annotators, drawn from a seed."""

from random import Random

from small_projects import lacking, like, put, random_marks, random_words


class Drawn:
    """A generated project: {document: words} and {annotator: {document: marks}}."""

    def __init__(self, seed, annotators=("anna", "ben", "carla"), documents=3, holes=0.05):
        random = Random(seed)
        self.words = {f"d{number}": random_words(random, 6) for number in range(documents)}
        base = {document: random_marks(random, words) for document, words in self.words.items()}
        self.marks = {
            annotator: {
                # The first annotator has all tokens, so that the tokens of a document do not
                # depend on who takes part.
                document: lacking(
                    random, words, like(random, base[document], words), holes if number else 0
                )
                for document, words in self.words.items()
            }
            for number, annotator in enumerate(annotators)
        }

    def write(self, root, names=None, style=None):
        """names: {annotator: directory}, only those; style: what standoff() takes beside words and
        marks.
        """
        for annotator, directory in (names or {name: name for name in self.marks}).items():
            for document, marks in self.marks[annotator].items():
                put(root, directory, document, self.words[document], marks, **(style or {}))
        return root
