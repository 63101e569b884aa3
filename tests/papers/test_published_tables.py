"""report --as: the tables of the five papers with their rows, columns, order and number format.

Where a project at hand has the paper's data, the numbers are computed from its files. Of other
tables the scores are those that the paper prints.
"""

import csv
import io
import json
import re
import shutil
from types import SimpleNamespace

import pytest
from checkout import CHECKOUT, PROJECTS

from brat_iaa import cli
from brat_iaa.measures.score import Score
from brat_iaa.published.at_hand import CorpusAtHand, PhaseAtHand
from brat_iaa.published.papers import PAPERS
from brat_iaa.published.reports import report_of
from brat_iaa.studies.anchoring import AnchoringOptions, error_reduction, preference
from brat_iaa.studies.timing import read_reported


def printed(capsys, *words):
    assert cli.main(["report", *map(str, words)]) == 0
    return capsys.readouterr().out


def rows_of(text):
    """The rows of a table as the paper has it, cells separated by two blanks."""
    return tuple(tuple(re.split(r" {2,}", line.strip())) for line in text.strip().split("\n"))


def score(layer, measure, statistic, names, value, items=0):
    none = [None] * (len(Score._fields) - len(Score._field_defaults))
    made = Score(*none)._replace(layer=layer, measure=measure, statistic=statistic)
    return made._replace(annotators=names, value=value, items=items)


# Where the Danish treebank is, which may not be shipped.
TREEBANKS = CHECKOUT.parent.parent / "shared" / "data" / "projects"
# Skjærholt 2014, tables 1 and 2.
SIZES = "NDT 1  130  1674\nNDT 3  150  1997\nCDT (da)  162  2394"
AGREEMENT = """
NDT 1  98.4  93.0  98.8  94.0
NDT 3  97.9  91.2  98.7  95.3
CDT (da)  95.7  84.7  96.2  90.4
"""


def test_skjaerholt_from_the_treebanks_at_hand(tmp_path, capsys):
    """Each project is a corpus. Nothing says that there are trees: dependencies are trees."""
    treebanks = {"NDT 1": PROJECTS / "ndt1", "NDT 3": PROJECTS / "ndt3"}
    if (TREEBANKS / "cdt_da").is_dir():
        treebanks["CDT (da)"] = TREEBANKS / "cdt_da"
    for name, treebank in treebanks.items():
        (tmp_path / name).symlink_to(treebank)
    places = [tmp_path / name for name in treebanks]
    found = csv.DictReader(io.StringIO(printed(capsys, *places, "--as", "SK14", "--format", "csv")))
    cells: dict = {}
    for row in found:
        cells.setdefault((row["table"], row["row"]), []).append(row["printed"])
    for number, text in (("table 1", SIZES), ("table 2", AGREEMENT)):
        expected = {name: cells for name, *cells in rows_of(text) if name in treebanks}
        assert [*expected] == [name for table, name in cells if table == number]
        assert expected == {name: of for (table, name), of in cells.items() if table == number}
    picture = printed(capsys, *places, "--as", "SK14", "--format", "svg")
    assert "NDT 3: α diff 91.2, LAS 95.3" in picture
    assert picture.count("<circle") == 3 * len(places) + 3


# Passonneau 2004, tables 1 and 2, figure 2. The paper's RA.2 gave J no index.
INDICES = """
A  Gov. Price Daniel       1  1  1
B  abandoned property act  2  2  2
C  Texas bankers           3  3  3
D  Daniel                  1  1  1
E  the measure             2  2  2
F  it                      2  2  2
G  committee members       4  4  4
H  bankers                 3  5  3
J  witnesses               4  6  3
K  they                    4  4  3
L  it                      2  2  2
"""
CLASSES = """
RA1  4   {A, D} {B, E, F, L} {C, H} {G, J, K}
RA2  6   {A, D} {B, E, F, L} {C} {G, K} {H} {J}
RA3  4   {A, D} {B, E, F, L} {C, H, J, K} {G}
all  10  {A, D} {B, E, F, L} {C, H, J, K} {C, H} {C} {G, J, K} {G, K} {G} {H} {J}
"""
CANONICAL = """
A  Gov. Price Daniel       1  1   1
B  abandoned property act  2  2   2
C  Texas bankers           4  5   3
D  Daniel                  1  1   1
E  the measure             2  2   2
F  it                      2  2   2
G  committee members       6  7   8
H  bankers                 4  9   3
J  witnesses               6  10  3
K  they                    6  7   3
L  it                      2  2   2
"""


def test_passonneau_from_figure_1(capsys):
    text = printed(capsys, PROJECTS / "passonneau_fig1", "--as", "PA04", "--format", "markdown")
    tables = [block.split("\n\n")[1] for block in text.split("\n## ")[1:]]
    rows = [
        tuple(tuple(re.sub(r"\\", "", cell).strip() for cell in line.split("|")[1:-1])
              for line in table.strip().split("\n")[2:])
        for table in tables
    ]  # fmt: skip
    assert rows[:3] == [*map(rows_of, (INDICES, CLASSES, CANONICAL))]
    # Of table 3 the columns; kappa by hand: 10 links can be, 7 are RA1's, 5 RA2's and both.
    assert tables[3].split("\n")[0] == "| Narr | VRec | VPrec | α | EQ κ |"
    assert rows[3] == (("fig1", ".71", "1.00", ".80", ".60"),)


def test_mirovsky_from_the_example(capsys):
    text = printed(capsys, PROJECTS / "mirovsky_example", "--as", "MI10")
    values = re.findall(r"^  (.+?) {2,}(\d\.\d\d)$", text, re.M)
    names = [name for name, _ in values]
    assert names[:7] == names[7:14] == [
        "F1-measure on relations", "F1-measure on relations + types",
        "F1-measure on relations + connectives", "F1-measure on rel. + types + connectives",
        "agreement on types", "agreement on connectives", "Cohen’s κ on types",
    ]  # fmt: skip
    assert names[14:] == [
        "F1-measure on relations", "F1-measure on relations + types",
        "F1-measure on relations + start/end nodes", "F1-measure on rel. + types + nodes",
        "agreement on types", "agreement on start/end nodes", "Cohen’s κ on types",
    ]  # fmt: skip
    strict, one_level, connective = (values[at : at + 7] for at in (0, 7, 14))
    assert (strict[0][1], one_level[0][1], connective[0][1]) == ("0.38", "0.62", "0.75")
    assert [value for _, value in connective[4:]] == ["0.67", "0.33", "0.59"]


def corpus(names, phases=(), texts=("Text 1", "Text 2"), **more):
    """A CorpusAtHand of annotators, of whom nothing is compared but what phases have."""
    agreement = SimpleNamespace(
        compared=names, annotators=names, layers=(), tables=dict.fromkeys(texts),
        config=SimpleNamespace(groups=(), gold=more.pop("gold", None)),
    )  # fmt: skip
    return CorpusAtHand(
        "learner", agreement, [*phases] or [PhaseAtHand("now", {}, tuple, dict)], **more
    )


def shown(paper, of_corpus):
    """{start of a table's title: Table}"""
    tables = report_of(paper, [of_corpus]).tables
    return {table.title.partition(", ")[2]: table for table in tables}


MINUTES = """
A  224  11.8  3  25  151   6.9   2   21
B  280  14.7  4  30  170*  8.5   3   20
C  480  25.3  8  60  385   17.5  10  45
"""


def test_ragheb_dickinson_table_1(tmp_path):
    """19 sentences of text 1, 22 of text 2; of two of these B noted no time."""
    lines = ["annotator,document,sentence,minutes"]
    for name, *cells in rows_of(MINUTES):
        for text, (total, _, least, most) in (("Text 1", cells[:4]), ("Text 2", cells[4:])):
            blank, sentences = 2 * ("*" in total), 19 if text == "Text 1" else 22
            timed = sentences - blank
            total, least, most = float(total.rstrip("*")), float(least), float(most)
            others = [(total - least - most) / (timed - 2)] * (timed - 2)
            minutes = [least, most, *others, *[""] * blank]
            lines += [f"{name},{text},{at},{each}" for at, each in enumerate(minutes)]
    (tmp_path / "minutes.csv").write_text("\n".join(lines), "utf-8")
    known = SimpleNamespace(sentences=range(19)), SimpleNamespace(sentences=range(22))
    minutes = read_reported(tmp_path / "minutes.csv", dict(zip(("Text 1", "Text 2"), known)))
    table = next(iter(shown("RD13", corpus(("A", "B", "C"), minutes=minutes)).values()))
    assert table.rows == rows_of(MINUTES)
    assert table.over == ("", *["Text 1"] * 4, *["Text 2"] * 4)
    assert table.header == ("", *["Time", "Avg.", "Min.", "Max."] * 2)


OVERVIEW = """
A, B  93.4  96.9  99.0  98.7  99.2  98.7  85.5  94.0  86.6  97.0  80.0  95.2
B, C  94.4  97.7  99.0  99.5  98.7  99.3  86.1  95.7  86.7  97.1  80.3  96.0
C, A  92.4  96.9  99.7  99.7  98.5  99.3  86.1  96.6  86.9  97.7  82.4  96.7
"""
# Tables 3 and 4, then 5 and 6: text 1, text 2.
ARCS = (
    """
A, B  81.8  96.1  73.6  93.4  80.3  95.5
B, C  80.9  96.2  73.4  94.4  79.3  97.1
A, C  83.6  97.6  79.7  96.7  81.8  97.9
""",
    """
A, B  92.6  98.1  87.8  97.4  89.3  97.8
B, C  93.8  98.3  88.7  97.9  90.2  98.6
A, C  90.9  97.9  85.7  96.8  87.6  97.9
""",
)
SETS = (
    """
A, B  84.3  92.4  81.9  90.8  72.8  88.1
B, C  83.6  93.8  74.4  91.6  73.6  90.2
A, C  84.9  96.1  83.0  96.4  73.1  92.2
""",
    """
A, B  87.1  95.9  88.9  96.0  77.2  94.1
B, C  89.3  98.0  88.3  98.0  82.0  96.8
A, C  87.6  97.2  91.2  97.3  73.7  94.2
""",
)
LABELS = [(name, "agreement", "raw") for name in ("lemma", "POSm", "POSd")]
OF_TABLE_2 = [*LABELS, ("Subcat.", "agreement", "masi"),
              *(("dependencies", measure, "masi") for measure in ("UAA", "LAA"))]  # fmt: skip
OF_ARCS = [("dependencies", measure, "masi") for measure in ("UAA", "LAA", "LOA")]
OF_SETS = [("Subcat.", "agreement", statistic) for statistic in ("masi", "gcm", "-gcm")]


def scores_of(text, figures, phase):
    """The Scores of a printed table in one of its two phases, "-gcm" the other direction."""
    for pair, *cells in rows_of(text):
        names = tuple(pair.split(", "))
        for (layer, measure, statistic), value in zip(figures, cells[phase::2]):
            own = names[::-1] if statistic == "-gcm" else names
            yield score(layer, measure, statistic.strip("-"), own, float(value) / 100)


def test_ragheb_dickinson_tables_2_to_6():
    kinds = {"dependencies": "dependencies", "Subcat.": "labels"}
    kinds |= {name: "labels" for name, *_ in LABELS}
    phases = []
    for number, name in enumerate(("P2", "P4")):
        texts = {
            f"Text {at + 1}": [*scores_of(ARCS[at], OF_ARCS, number),
                               *scores_of(SETS[at], OF_SETS, number)]
            for at in (0, 1)
        }  # fmt: skip
        whole = [*scores_of(OVERVIEW, OF_TABLE_2, number)]
        phases.append(
            PhaseAtHand(name, kinds, lambda whole=whole: whole, lambda texts=texts: texts)
        )
    tables = shown("RD13", corpus(("A", "B", "C"), phases))
    (overview,) = (table for title, table in tables.items() if title.startswith("table 2"))
    assert overview.rows == rows_of(OVERVIEW)
    assert overview.header == ("Annotators", *["P2", "P4"] * 6)
    assert overview.over[1::2] == ("lemma", "POSm", "POSd", "Subcat.", "UAA", "LAA")
    for start, printed_rows, heads in (
        ("tables 3 and 4", ARCS, ("UAA", "LAA", "LOA")),
        ("tables 5 and 6", SETS, ("MASI", "GCM1", "GCM2")),
    ):
        of_texts = [table for title, table in tables.items() if title.startswith(start)]
        assert [table.rows for table in of_texts] == [*map(rows_of, printed_rows)]
        assert of_texts[0].over[1::2] == heads
        assert [table.title.rpartition(": ")[2] for table in of_texts] == ["Text 1", "Text 2"]


# Berzak et al. 2016, with directories of these names.
TOOLS = """
Human Gold         95.32  87.29  88.35  82.29  95.59  87.19  88.03  82.05
Turbo Gold         97.62  91.86  92.54  89.16  96.64  89.16  89.75  84.86
Error Reduction %  49.15  35.96  35.97  38.79  23.81  15.38  14.37  15.65
RBG Gold           96.43  88.65  89.95  84.42  97.76  91.22  91.84  87.87
Error Reduction %  23.72  10.7   13.73  12.03  49.21  31.46  31.83  32.42
"""
PREFERENCES = """
Turbo Gold       64.32*  63.96*  61.5*
# disagreements  199     444     439
RBG Gold         56.72   61.38*  57.73*
# disagreements  201     435     440
"""
APPROVALS = """
Turbo specific approval  85.42*  78.69*  80.73*
# disagreements          48      122     109
RBG specific approval    73.81*  77.98*  77.78*
# disagreements          42      109     108
Parser shared approval   51.85   58.49*  51.57
# disagreements          243     424     415
"""
STAGES = """
scratch           94.78  93.07  92.3   88.32
scratch reviewed  95.65  94.17  94.04  90.33
"""
METRICS = ("POS", "UAS", "LA", "LAS")


def judged(text, names_of):
    """The Scores of a table of judges, with p as the study computes it."""
    rows = rows_of(text)
    for (row, *shares), (_, *numbers) in zip(rows[::2], rows[1::2]):
        statistic, names = names_of[row]
        for metric, share, number in zip(METRICS, shares, map(int, numbers)):
            chosen = round(float(share.rstrip("*")) / 100 * number)
            value, _, p = preference(chosen, number)
            yield score("anchoring", metric, statistic, names, value, number)
            yield score("anchoring", metric, f"{statistic}-p", names, p)


def test_berzak_tables_1_to_4():
    human, turbo, rbg = "Human Gold", "Turbo Gold", "RBG Gold"
    accuracy = {name: [float(cell) for cell in cells] for name, *cells in rows_of(TOOLS)}
    scores = []
    for gold, tool, at in ((gold, tool, 4 * at) for gold in (human, turbo, rbg)
                           for at, tool in enumerate(("Turbo", "RBG"))):  # fmt: skip
        for metric, value, on_human in zip(METRICS, accuracy[gold][at:], accuracy[human][at:]):
            of_gold = metric, "accuracy-nopunct", (gold, tool), value / 100
            scores.append(score("anchoring", *of_gold))
            if gold != human:
                reduced = error_reduction(value, on_human) / 100
                about = metric, "error-reduction", (gold, human, tool)
                scores.append(score("anchoring", *about, reduced))
    scores += judged(PREFERENCES, {gold: ("preference", (gold, human)) for gold in (turbo, rbg)})
    scores += judged(APPROVALS, {
        "Turbo specific approval": ("specific-approval", (turbo, human)),
        "RBG specific approval": ("specific-approval", (rbg, human)),
        "Parser shared approval": ("shared-approval", (turbo, rbg, human)),
    })  # fmt: skip
    for stage, row in zip(("scratch", "reviewed"), rows_of(STAGES)):
        scores += [score("anchoring", metric, stage, ("a", "b"), float(cell) / 100)
                   for metric, cell in zip(METRICS, row[1:])]  # fmt: skip
    roles = AnchoringOptions(
        anchors=("Turbo", "RBG"), gold_of=((turbo, "Turbo"), (rbg, "RBG")), judges="judges.csv"
    )
    tables = [*shown("BE16", corpus(("a", "b"), roles=(roles, scores), gold=human)).values()]
    assert [table.rows for table in tables] == [
        *map(rows_of, (TOOLS, PREFERENCES, APPROVALS, STAGES))
    ]
    assert tables[0].header == ("", *METRICS * 2)
    assert tables[0].over == ("", *["Turbo"] * 4, *["RBG"] * 4)
    assert tables[1].header == tables[2].header == ("", "POS", "HIND", "REL")


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "csv", "json"])
@pytest.mark.parametrize("paper", PAPERS)
def test_what_a_project_lacks_is_said(capsys, paper, form):
    """Three sentences of the figure have no chains, no roles, no minutes, no discourse."""
    text = printed(capsys, PROJECTS / "ragheb_fig3", "--as", paper, "--format", form)
    if form == "json":
        assert json.loads(text)["tables"]
    elif form == "csv":
        assert text.startswith("paper,table,part,row,column,printed,value")
    else:
        tables = len(PAPERS[paper].tables)
        assert text.count("needs") >= (tables if paper in ("PA04", "MI10", "BE16") else 0)


def test_several_directories_are_phases_of_ragheb_dickinson(tmp_path, capsys):
    """Each is named by its directory; texts are the groups."""
    for phase in ("P2", "P4"):
        shutil.copytree(PROJECTS / "ndt1", tmp_path / phase)
        (tmp_path / phase / "iaa.conf").write_text(
            "[project]\ngroups = doc0[1-3]: Text 1, doc0[4-7]: Text 2\n"
        )
    shutil.copy(tmp_path / "P4" / "odin" / "doc01.ann", tmp_path / "P4" / "thor" / "doc01.ann")
    text = printed(capsys, tmp_path / "P2", tmp_path / "P4", "--as", "RD13", "--format", "latex")
    assert r"\multicolumn{1}{c}{} & \multicolumn{2}{c}{UAA} & \multicolumn{2}{c}{LAA}" in text
    assert re.search(r"odin, thor & [\d.]+ & [\d.]+ & 91\.8 & 96\.3 ", text)
    assert text.count(r"\caption{RD13, tables 3 and 4") == 2
