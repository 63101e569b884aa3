"""A study that follows a project through edits has the same figures as one that begins anew."""

import json
from random import Random

from differences import told
from small_projects import lacking, like, put, random_marks, random_words

from brat_iaa.report.scores import to_dict
from brat_iaa.study import Study

ANNOTATORS = ("anna", "ben", "carla")
SETTINGS = (
    "",
    "[layer dependencies]\npunctuation = out\ntokens = drawn\n[layer trees]\n",
    "[layer dependencies]\ndistance = jaccard\n[layer pos]\nkind = labels\n",
)


def contents(study):
    return of_agreement(study.agreement())


def of_agreement(found):
    """All that can be seen of it, to compare: the Scores, and the rest as JSON."""
    listed = [(one.document, one.token.index, one.annotators, one.kind, one.labels)
              for one in found.differences]  # fmt: skip
    confusion = [str(found.confusion(layer)) for layer in found.layer_names]
    places = [
        str([*map(told, (*place.differences, *place.consequences))]) for place in found.places
    ]
    patterns = [str(pattern) for pattern in found.patterns]
    return list(found.scores), json.dumps([to_dict(found, ()), listed, confusion, places, patterns])


class RandomProject:
    """A project on disk that changes at random; of each document the words and marks."""

    def __init__(self, root, random, annotators=ANNOTATORS, sentences=2, labels=("AB", "BC", "C")):
        self.root, self.random, self.documents, self.made = root, random, {}, 0
        self.settings = 0
        self.annotators, self.sentences, self.labels = annotators, sentences, labels
        for _ in range(3):
            self.add()

    def add(self):
        name = f"d{self.random.randint(0, 9)}{self.made}"
        words = random_words(self.random, self.sentences)
        self.made += 1
        self.documents[name] = words, random_marks(self.random, words, self.labels[0])
        everybody = len(self.annotators)
        number = self.random.choice((2, everybody, everybody))
        for annotator in self.random.sample(self.annotators, number):
            self.write(name, annotator)

    def write(self, name, annotator, share=0.3, **kind):
        words, marks = self.documents[name]
        kind.setdefault("labels", self.random.choice(self.labels))
        marks = like(self.random, marks, words, share, **kind)
        put(self.root, annotator, name, words, lacking(self.random, words, marks, 0.05))

    def remove(self):
        if len(self.documents) > 1:
            name = self.random.choice(sorted(self.documents))
            del self.documents[name]
            for file in self.root.glob(f"*/{name}.*"):
                file.unlink()

    def edit(self):
        name = self.random.choice(sorted(self.documents))
        files = sorted(self.root.glob(f"*/{name}.ann"))
        self.write(name, self.random.choice(files).parent.name)

    def clear(self):
        """An annotator draws no arc in any document, then or until the next edit."""
        annotator = self.random.choice(self.annotators)
        for name in self.documents:
            if (self.root / annotator / f"{name}.ann").exists():
                self.write(name, annotator, share=1, heads=(0,))

    def crowd(self, heads=(5, 6, 7, 8)):
        """An annotator draws many arcs to each word."""
        name = self.random.choice(sorted(self.documents))
        file = self.random.choice(sorted(self.root.glob(f"*/{name}.ann")))
        self.write(name, file.parent.name, share=1, labels="ABCDEFGH", heads=heads)

    def configure(self):
        self.settings = (self.settings + 1) % len(SETTINGS)
        (self.root / "iaa.conf").write_text(SETTINGS[self.settings], "utf-8")


def test_after_any_edit_a_study_says_what_a_new_one_says(tmp_path):
    project = RandomProject(tmp_path, Random(0))
    study = Study(tmp_path)
    study.agreement()
    for change in (project.configure, project.edit, project.configure):
        change()
        assert contents(study) == contents(Study(tmp_path))


def test_edits_without_a_change_of_settings(tmp_path):
    """Of many documents few change, so that most sums are kept."""
    project = RandomProject(tmp_path, Random(0))
    (tmp_path / "iaa.conf").write_text("[layer dependencies]\ndistance = jaccard\n", "utf-8")
    for _ in range(2):
        project.add()
    study = Study(tmp_path)
    study.agreement()
    for changes in ((project.edit, project.remove), (project.clear, project.crowd)):
        for change in changes:
            change()
            study.agreement()
        assert contents(study) == contents(Study(tmp_path))


def test_to_the_last_digit_whatever_else_is_computed(tmp_path):
    """With more than 8 pairs, and sentences enough for intervals, the sums of a document computed
    alone after an edit have another shape than those of all documents together: NumPy adds up the
    former in another order."""
    everybody = (*ANNOTATORS, "dora", "emil")
    project = RandomProject(tmp_path, Random(0), everybody, 4, ("A", "B"))
    (tmp_path / "iaa.conf").write_text(
        "[layer dependencies]\n[layer trees]\n[layer pos]\nkind = labels\n", "utf-8"
    )
    study = Study(tmp_path)
    study.agreement()
    project.edit()
    found, expected = study.agreement().scores, Study(tmp_path).agreement().scores
    assert [own for own in zip(found, expected) if own[0] != own[1]] == []
