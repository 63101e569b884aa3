"""What a signature says of the data: how much there was, and which bytes."""

import hashlib

import pytest
from small_projects import agreement, put, scores_by_key

PAIRS = ("anna", "ben"), ("anna", "carla"), ("ben", "carla")


@pytest.fixture
def three(tmp_path):
    """Three did the first document, two of them also the second one, of two sentences."""
    for annotator in ("anna", "ben", "carla"):
        put(tmp_path, annotator, "d1", "one two", "0>1:root 1>2:obj")
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "d2", "one two / three", "0>1:root 1>2:obj / 0>1:root")
    return tmp_path


def described(project, annotators=("anna", "ben", "carla"), document=None):
    """{name: value} of the parts of a signature that are about the data."""
    scores = scores_by_key(agreement(project))
    key = "LAA", "masi", annotators, document, None
    parts = dict(part.partition(":")[::2] for part in scores[key].signature.split("|"))
    return {name: parts[name] for name in ("annotators", "documents", "sentences", "data")}


def digest(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def test_the_fingerprint_is_of_the_bytes_of_texts_and_annotations(three):
    def of(path):
        return digest((three / path).read_bytes())

    document = digest(of("anna/d1.txt"), *sorted([of("anna/d1.ann"), of("carla/d1.ann")]))
    assert described(three, ("anna", "carla"))["data"] == digest(document).hex()[:12]


def test_one_byte_changes_the_fingerprints_of_the_annotator_alone(three):
    before = {pair: described(three, pair)["data"] for pair in PAIRS}
    whole = described(three)["data"]
    with (three / "carla" / "d1.ann").open("a") as file:
        file.write("#9\tAnnotatorNotes T2\tsure\n")
    changed = {pair for pair in PAIRS if described(three, pair)["data"] != before[pair]}
    assert changed == {("anna", "carla"), ("ben", "carla")}
    assert described(three)["data"] != whole
