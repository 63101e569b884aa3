"""Labels of whole documents: items are documents, wherever the spans with the labels stand."""

import pytest
from drafts import MadeDraft
from small_projects import agreement, put_raw

from brat_iaa.corpus.standoff import read_annotations

# Of each document what anna and ben call it; "": nothing.
CALLED = ["pos pos", "pos pos", "neg neg", "neg neg", "pos neg", "neg pos", "pos pos", "neg "]
PAIR = ("anna", "ben")
TEXT = "Ana saw Jena\nand left.\n"


def write(root, called=CALLED, bens=TEXT.rstrip(), others=True):
    """ben draws over bens, without the line end of anna's spans; others: spans in the texts."""
    for number, labels in enumerate(called):
        for name, label, words in zip(PAIR, labels.split(" "), (TEXT, bens)):
            spans = [("PER", "Ana")] * others + [(label, words)] * bool(label)
            lines = [
                f"T{row}\t{kind} {TEXT.index(own)} {TEXT.index(own) + len(own)}\t"
                + own.replace("\n", " ") + "\n"
                for row, (kind, own) in enumerate(spans, 1)
            ]  # fmt: skip
            put_raw(root, name, f"d{number}", TEXT, "".join(lines))
    return root


def kappa_by_hand():
    """7 documents have two labels, 5 of them the same; anna has 4 pos of 7, ben 4 of 7."""
    expected = (4 * 4 + 3 * 3) / 49
    return (5 / 7 - expected) / (1 - expected)


@pytest.mark.parametrize("found_without", [True, False])
def test_documents_are_the_items(found_without, tmp_path):
    words, conf = TEXT.rstrip(), ""
    if not found_without:
        # On any words, such as a title, a setting says so.
        words = "Ana saw"
        conf = "[layer documents]\nkind = labels\ntypes = pos, neg\nitems = documents\n"
    write(tmp_path, bens=words)
    (tmp_path / "iaa.conf").write_text(conf, "utf-8")
    found = agreement(tmp_path)
    layers = {layer.name: layer for layer in found.score_indexes}
    assert list(layers) == (["spans", "documents"] if found_without else ["documents"])
    overall = layers["documents"].overall
    kappa, f1 = overall["kappa", "cohen"], overall["f1", "exact"]
    assert (kappa.value, kappa.items) == (pytest.approx(kappa_by_hand()), 7)
    assert f1.value == pytest.approx(2 * 5 / (8 + 7))
    assert found.confusion("documents")[PAIR] == {
        ("pos", "pos"): 3, ("neg", "neg"): 2, ("pos", "neg"): 1, ("neg", "pos"): 1, ("neg", ""): 1,
    }  # fmt: skip
    assert not {key[1] for key in overall} & {"overlap"}
    assert not {key[0] for key in overall} & {"u-alpha"}
    assert len(found.places.of_layers({"documents"})) == 3


def test_a_gold_takes_the_spans_of_one_annotator(tmp_path):
    root = write(tmp_path / "p", bens="saw Jena")
    conf = "[layer it]\nkind = labels\ntypes = pos, neg\nitems = documents\n"
    (root / "iaa.conf").write_text(conf, "utf-8")
    draft = MadeDraft.make(root)
    assert draft.work.left == 3
    while left := [case for case in draft.work.cases if case.left]:
        case = left[0]
        draft.draft.decide(draft.source, {case.key: case.seen}, "taken", "ben", "lead")
    made = {}
    for path in sorted((root / "gold").glob("*.ann")):
        spans = read_annotations(path.read_bytes(), TEXT, path.name).spans.values()
        made[path.stem] = [(own.type, own.start) for own in spans if own.type != "PER"]
    assert made["d4"] == [("neg", 4)] and made["d5"] == [("pos", 4)] and made["d7"] == []
