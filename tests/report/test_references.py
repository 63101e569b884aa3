"""The gold in the report, the list of disagreements, the floors and the pages."""

import json

import pytest
from small_projects import agreement, put

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.formats.latex import to_latex
from brat_iaa.formats.markdown import to_markdown
from brat_iaa.formats.text import to_text
from brat_iaa.report import floors
from brat_iaa.report.tables import summary, tables
from brat_iaa.web import create_app

WORDS = " / ".join(["a b c ,"] * 12)
GOLD = " / ".join(["0>1:r 1>2:x 1>3:x 1>4:p"] * 12)
ANNA = " / ".join(["0>1:r 1>2:x 2>3:x 1>4:p"] * 12)
BEN = " / ".join(["0>1:r 1>2:y 1>3:y 1>4:p"] * 12)
TOOL = " / ".join(["0>1:r 1>2:x 2>3:x 2>4:p"] * 12)
CONF = """[project]
gold = truth
excluded = tool, other, tool_gold, other_gold, anna2, ben2
"""
ALL = {
    "anna": ANNA,
    "ben": BEN,
    "truth": GOLD,
    "tool": TOOL,
    "other": BEN,
    "tool_gold": TOOL,
    "other_gold": ANNA,
    "anna2": ANNA,
    "ben2": ANNA,
}


def made(root, conf, **marks):
    for name, own in marks.items():
        put(root, name, "doc", WORDS, own)
    (root / "iaa.conf").write_text(conf)
    return root


@pytest.fixture
def root(tmp_path):
    return made(tmp_path, CONF, **ALL)


@pytest.fixture
def alone(tmp_path):
    return made(
        tmp_path,
        "[project]\ngold = truth\n[layer dependencies]\n[layer trees]\n",
        anna=ANNA,
        truth=GOLD,
    )


def table(found, title):
    return next(table for table in tables(found) if table.title == title)


def rows(found, title):
    return {row[0]: tuple(map(bare, row[1:])) for row in table(found, title).rows}


def bare(cell):
    """A figure without its interval."""
    return cell.partition(" ")[0]


def test_a_row_for_each_annotator_against_the_gold(root):
    found = agreement(root)
    # POS, UAS, LAS, LA; of three words and a comma.
    shown = table(found, "Against the gold (truth)").rows
    assert [row[0] for row in shown[::2]] == ["anna", "ben"]
    assert tuple(map(bare, shown[0][1:])) == ("1.000", ".750", ".750", "1.000")
    assert shown[1][0] == "  without punctuation"
    assert tuple(map(bare, shown[1][1:])) == ("1.000", ".667", ".667", "1.000")
    assert rows(found, "Arcs against the gold (truth)")["ben"] == (".500", ".500", ".500")


def test_intervals_stand_beside_the_figures(root):
    """Twelve sentences alike: .75 (1 - r) and .75 + .25 r, with r = 1 - .05^(1/12) = .2209."""
    assert table(agreement(root), "Against the gold (truth)").rows[0][2] == ".750 [.584, .805]"


def test_disagreements_with_the_gold_are_of_annotators_only(root, capsys):
    found = agreement(root)
    pairs = {one.annotators for one in found.gold_places.differences}
    assert pairs == {("truth", "anna"), ("truth", "ben")}
    options = ["--pair", "truth,anna", "--layer", "dependencies", "--format", "json"]
    assert main(["disagreements", str(root), *options]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert len(listed) == 12 and listed[0]["values"][-1]["file"] == "truth/doc.ann"
    options = ["--annotator", "truth", "--format", "json"]
    assert main(["disagreements", str(root), *options]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 24


def test_floors_of_the_gold_are_for_annotators(root):
    found = agreement(root)
    assert floors.check(floors.read("gold/LAS:accuracy=0.5"), found).reached
    assert "truth, ben" in floors.check(floors.read("gold/LAS:accuracy=0.6"), found).line


def test_markdown_and_latex(root):
    parts = (lambda found: (summary(found), tables(found)))(agreement(root))
    assert "## Against the gold (truth)" in to_markdown(*parts)
    assert r"\caption{Against the gold (truth)}" in to_latex(*parts)


def test_one_annotator_and_a_gold(alone):
    found = agreement(alone)
    text = to_text(summary(found), tables(found))
    assert "There is only one annotator, anna, so there is no agreement." in text
    assert "Against the gold (truth)" in text and "UAA" not in text
    assert {score.layer for score in found.scores} == {"gold", "gold/trees"}
    with pytest.raises(ConfigError, match="only anna annotated"):
        floors.check(floors.read("LAA=0.5"), found)


def test_one_annotator_without_a_gold_is_told_of_both_ways(alone):
    (alone / "iaa.conf").write_text("[project]\nannotators = anna\n")
    with pytest.raises(
        ProjectError, match="Agreement needs two, or one and a gold, added as --gold NAME"
    ):
        agreement(alone)


def test_one_annotator_who_shares_no_document_with_the_gold(alone):
    (alone / "truth" / "doc.ann").unlink()
    (alone / "truth" / "doc.txt").unlink()
    put(alone, "truth", "other", WORDS, GOLD)
    with pytest.raises(
        ProjectError, match="with the gold truth, one who did a document that it has too"
    ):
        agreement(alone)


def test_a_layer_cannot_be_called_as_the_figures_of_the_gold(alone):
    (alone / "iaa.conf").write_text("[project]\ngold = truth\n[layer gold]\nkind = labels\n")
    with pytest.raises(ConfigError, match=r"\[layer gold\].*another name"):
        agreement(alone)


def client(root):
    return create_app(root, "http://localhost:8001/", "/p/").test_client()


def page(pages, address):
    response = pages.get(address)
    assert response.status_code == 200, response.text
    return response.text.replace("\xa0", " ").replace("\u202f", " ")


def test_pages(root):
    pages = client(root)
    overview = page(pages, "/")
    for words in ("Against the gold (truth)", "/disagreements?layer=dependencies&amp;a=truth"):
        assert words in overview
    assert json.loads(page(pages, "/disagreements?a=truth&b=anna&format=json"))["count"] == 12
    assert "#/p/truth/doc?focus=" in page(pages, "/disagreements?a=truth")
    shown = page(pages, "/document/doc?a=truth&b=anna")
    assert "12 disagreements" in shown and "#/p/truth/doc?focus=" in shown and ".750" in shown
    assert "<option>tool" not in shown
    assert pages.get("/document/doc?a=tool&b=anna").status_code == 400


def test_pages_of_one_annotator(alone):
    pages = client(alone)
    assert "There is only one annotator, anna" in page(pages, "/")
    assert page(pages, "/").count('id="documents"') == 1
    assert "<option selected>truth" in page(pages, "/document/doc")
    assert "12 disagreements" in page(pages, "/disagreements")


def test_init_proposes_a_gold(tmp_path, capsys):
    made(tmp_path, "", anna=ANNA, ben=BEN, Gold=GOLD)
    assert main(["init", str(tmp_path), "--force"]) == 0
    written = (tmp_path / "iaa.conf").read_text("utf-8")
    assert "\ngold = Gold\n" in written and "#annotators = anna, ben\n" in written
    assert "Gold is taken for the gold" in capsys.readouterr().err
