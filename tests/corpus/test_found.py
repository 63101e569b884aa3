"""How projects lie is found in their files: one row for each way in which people lay them out."""

import os

import pytest
from small_projects import LONG_AGO, agreement

from brat_iaa.config import load
from brat_iaa.corpus import drafts
from brat_iaa.corpus.project_reader import ProjectReader

TEXTS = {
    "a": "Ann met Bo in Ulm .\n", "b": "The cat sat down here .\n", "c": "Nothing was said of it .\n", "": "",
}  # fmt: skip
BESIDE, BELOW = "{annotator}/{document}", "{folder}/{annotator}/{document}"

# In words, files with their texts after "=" ("-" is none), layout, annotators, gold, documents.
SHAPES = (
    ("beside each other", "anna/1=a anna/2=b ben/1=a ben/2=b", BESIDE, "anna ben", None, "1 2"),
    ("a gold beside one", "gt/1=a gt/2=b test/1=a test/2=b", BESIDE, "test", "gt", "1 2"),
    ("a gold beside two", "anna/1=a ben/1=a Gold_Standard/1=a", BESIDE, "anna ben",
     "Gold_Standard", "1"),
    ("a gold deeper than annotators", "gold/x/y/1=a gold/x/z/2=b s1/1=a s1/2=b s2/1=a s2/2=b",
     BESIDE, "s1 s2", "gold", "1 2"),
    ("annotators deeper than a gold", "gold/1=a gold/2=b s1/x/1=a s1/y/2=b", BESIDE, "s1", "gold",
     "x/1 y/2"),
    ("several golds", "anna/1=a ben/1=a final/1=a consensus/1=a", BESIDE, "anna ben",
     "consensus", "1"),
    ("nothing but golds", "gold/1=a final/1=a", BESIDE, "final", "gold", "1"),
    ("a name with gold in it", "anna/1=a marigold/1=a golda/1=a", BESIDE, "anna golda marigold",
     None, "1"),
    ("batches, documents of their own", "x/odin/1=a x/thor/1=a y/odin/2=b y/thor/2=b", BELOW,
     "odin thor", None, "x/1 y/2"),
    ("batches, the same document names", "b1/odin/1=a b1/thor/1=a b2/odin/1=b b2/thor/1=b", BELOW,
     "odin thor", None, "b1/1 b2/1"),
    ("batches without texts", "b1/odin/1=-a b1/thor/1=-a b2/odin/1=-b b2/thor/1=-b", BELOW,
     "odin thor", None, "b1/1 b2/1"),
    ("batches, texts of one only", "b1/odin/1=a b1/thor/1=-a b2/odin/1=b b2/thor/1=-b", BELOW,
     "odin thor", None, "b1/1 b2/1"),
    ("annotators above batches", "odin/b1/1=a thor/b1/1=a odin/b2/1=b thor/b2/1=b", BESIDE,
     "odin thor", None, "b1/1 b2/1"),
    ("rounds with the same texts", "round1/anna/1=a round1/ben/1=a round2/anna/1=a round2/ben/1=a",
     BELOW, "anna ben", None, "round1/1 round2/1"),
    ("finals beside rounds", "round1/anna/1=a round1/ben/1=a round2/anna/1=a round2/ben/1=a merged/1=a "
     "final/1=a", BELOW, "anna ben", None, "round1/1 round2/1"),
    ("a round, and finals beside it", "round1/anna/1=a round1/ben/1=a merged/1=a final/1=a", BELOW,
     "anna ben", "final", "round1/1"),
    ("a gold beside batches", "b1/anna/1=a b1/ben/1=a b2/anna/1=b b2/ben/1=b gold/b1/1=a gold/b2/1=b",
     BELOW, "anna ben", "gold", "b1/1 b2/1"),
    ("a flat gold beside batches", "b1/anna/1=a b1/ben/1=a b2/anna/x/2=b b2/ben/x/2=b gold/1=a gold/x/2=b",
     BELOW, "anna ben", "gold", "b1/1 b2/x/2"),
    ("a flat gold of names in two batches", "b1/anna/1=a b1/ben/1=a b2/anna/1=b b2/ben/1=b gold/1=a",
     BELOW, "anna ben", None, "b1/1 b2/1"),
    ("a gold beside files in folders", "x/l_anna=a x/l_ben=a x/d_anna=b x/d_ben=b gold/x/l=a gold/x/d=b gold/e=c",
     "{document}_{annotator}", "anna ben", "gold", "x/d x/l"),
    ("phases, annotators in the first only", "phase1-raw/anna/1=a phase1-raw/ben/1=a phase2-out/1=a "
     "phase3-checked/1=a", BELOW, "anna ben", None, "phase1-raw/1"),
    ("a corpus in parts beside annotators", "data/00/1=a data/01/2=b x/anna/1=a x/ben/1=a x/ben/2=b",
     BELOW, "anna ben", None, "x/1 x/2"),
    ("a new annotator of another batch", "b1/anna/1=a b1/ben/1=a b2/carla/2=b", BELOW,
     "anna ben carla", None, "b1/1 b2/2"),
    ("tasks with a gold and a system", "ee/gt/1=a ee/test/1=a ner/gt/1=a ner/test/1=a", BELOW,
     "test", "gt", "ee/1 ner/1"),
    ("further down", "data/brat/anna/1=a data/brat/ben/1=a data/brat/gold/1=a",
     "{folder}/{folder}/{annotator}/{document}", "anna ben", "gold", "data/brat/1"),
    ("folders of annotators", "anna/x/y/1=a ben/x/y/1=a anna/x/2=b ben/x/2=b", BESIDE, "anna ben",
     None, "x/2 x/y/1"),
    ("batches of other documents", "anna/b1/1=a anna/b2/2=b ben/b1/1=a ben/b3/3=c", BESIDE,
     "anna ben", None, "b1/1 b2/2 b3/3"),
    ("a folder for each document", "letter/anna=a letter/ben=a diary/anna=b diary/ben=b",
     "{document}/{annotator}", "anna ben", None, "diary letter"),
    ("one folder, perhaps of one annotator", "anna/1=a anna/2=a", BESIDE, "anna", None, "1 2"),
    ("one document, names at the end", "letter_anna=a letter_ben=a", "{document}_{annotator}",
     "anna ben", None, "letter"),
    ("folders of documents, further down", "x/letter/anna=a x/letter/gold=a x/diary/anna=b "
     "x/diary/gold=b",
     "{document}/{annotator}", "anna", "gold", "x/diary x/letter"),
    ("names at the end", "letter_anna=a letter_ben=a diary_anna=b diary_ben=b my_notes=c",
     "{document}_{annotator}", "anna ben", None, "diary letter"),
    ("names in front", "anna-letter=a ben-letter=a anna-diary=b ben-diary=b",
     "{annotator}-{document}", "anna ben", None, "diary letter"),
    ("names at the end, in folders", "x/letter.anna=a x/letter.gt=a y/diary.anna=b y/diary.gt=b",
     "{document}.{annotator}", "anna", "gt", "x/letter y/diary"),
    ("names at the end, in folders of documents", "letter/letter_anna=a letter/letter_ben=a "
     "diary/diary_anna=b diary/diary_ben=b", "{document}_{annotator}", "anna ben", None,
     "diary/diary letter/letter"),
    ("numbers at the end of documents", "anna/t_1=a anna/t_2=b ben/t_1=a ben/t_2=b", BESIDE,
     "anna ben", None, "t_1 t_2"),
    ("other line ends and marks", "b1/odin/1=a b1/thor/1=~a b2/odin/1=b b2/thor/1=~b", BELOW,
     "odin thor", None, "b1/1 b2/1"),
    ("folders of annotators, all with one text", "anna/x/1=a anna/y/1=a ben/x/1=a ben/y/1=a", BESIDE,
     "anna ben", None, "x/1 y/1"),
    ("annotators called as rounds are", "news/r1/1=a news/r2/1=a news/r1/2=b news/r2/2=b "
     "news/r1/3=c news/r2/3=c blogs/r1/1=a blogs/r2/1=a blogs/r1/2=c blogs/r2/2=c blogs/r1/3=b "
     "blogs/r2/3=b", BELOW, "r1 r2", None, "blogs/1 blogs/2 blogs/3 news/1 news/2 news/3"),
    ("some texts twice", "anna/t_1=a anna/t_2=a anna/s_1=b anna/s_2=c anna/u_1=b anna/u_2=c ben/v=a",
     BESIDE, "anna ben", None, "s_1 s_2 t_1 t_2 u_1 u_2 v"),
    ("few texts twice", "anna/t_1=a anna/t_2=a anna/s_1=b anna/s_2=b anna/k=a anna/l=b anna/m=c "
     "anna/n=c anna/o=a", BESIDE, "anna", None, "k l m n o s_1 s_2 t_1 t_2"),
    ("one document like another, no texts", "anna/1=-a anna/2= ben/1=-b ben/2=-b", BESIDE,
     "anna ben", None, "1 2"),
    ("a name with more than gold", "anna/1=a final_lee/1=a", BESIDE, "anna final_lee", None, "1"),
    ("nothing in common", "anna/1=a ben/2=b", BESIDE, "anna ben", None, "1 2"),
    ("empty texts", "anna/news/3= ben/news/3=", BESIDE, "anna ben", None, "news/3"),
)  # fmt: skip


def put_shape(root, files):
    """Write the files of a row of SHAPES."""
    for file in files.split():
        stem, _, name = file.partition("=")
        text = TEXTS[name.lstrip("~-")]
        (root / stem).parent.mkdir(parents=True, exist_ok=True)
        words = text.split()
        lines = [f"T{number}\tX 0 {len(word)}\t{word}\n" for number, word in enumerate(words[:1])]
        written = {".ann": "".join(lines).encode()}
        if not name.startswith("-"):
            marked = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
            written[".txt"] = marked if name.startswith("~") else text.encode()
        for extension, data in written.items():
            path = root / (stem + extension)
            path.write_bytes(data)
            os.utime(path, (LONG_AGO, LONG_AGO))
    return root


@pytest.mark.parametrize("files, layout, annotators, gold, documents", [row[1:] for row in SHAPES],
                         ids=[row[0] for row in SHAPES])  # fmt: skip
def test_layouts_are_found(tmp_path, files, layout, annotators, gold, documents):
    root = put_shape(tmp_path / "p", files)
    config = load(root)
    assert (config.layout, config.gold) == (layout, gold)
    assert config.annotators in (None, tuple(annotators.split()))
    reader = ProjectReader(root, config, config.excluded_dirs)
    listing = reader.listing()
    assert listing.annotators == tuple(annotators.split())
    assert list(listing.stems) == documents.split()


def test_a_gold_in_the_making_is_left_out_until_it_is_named(tmp_path):
    root = put_shape(tmp_path / "p", "anna/1=a ben/1=a gold/1=a")
    drafts.mark(root / "gold")
    config = load(root)
    assert (config.gold, config.found.lines) == (None, ())
    assert ProjectReader(root, config).listing().annotators == ("anna", "ben")
    assert load(root, {"gold": "gold"}).gold == "gold"
    assert load(root, {"gold": "gold"}).excluded_dirs == ("gold",)
    below = put_shape(tmp_path / "q", "b1/anna/1=a b1/ben/1=a b1/gold/1=a b2/anna/1=b b2/ben/1=b")
    drafts.mark(below / "b1" / "gold")
    assert load(below).gold is None and load(below, {"gold": "gold"}).layout == BELOW


def test_links_out_of_the_data_are_not_looked_at(tmp_path):
    root = put_shape(tmp_path / "data" / "p", "anna/1=a ben/1=a")
    put_shape(tmp_path / "else", "1=a")
    (root / "gold").symlink_to(tmp_path / "else")
    assert load(root).gold == "gold"
    assert load(root, within=os.path.realpath(tmp_path / "data")).gold is None


def test_a_gold_beside_batches_counts_and_its_folders_are_no_annotators(tmp_path):
    batches = "b1/anna/1=a b1/ben/1=a b2/anna/2=b b2/ben/2=b gold/b1/1=a gold/b2/2=b gold/b2/3=c"
    root = put_shape(tmp_path / "p", batches)
    found = agreement(root)
    assert (found.annotators, set(found.references)) == (("anna", "ben"), {"b1/1", "b2/2"})
    assert found.config.found.lines[-1].startswith("gold is taken for the gold standard, by its")
    (root / "iaa.conf").write_text(
        f"[project]\nlayout = {BELOW}\nannotators = anna, ben\ngold = gold\n", "utf-8"
    )
    assert load(root).layout.beside == ("gold", ())
