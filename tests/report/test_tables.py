"""The printed report: which figures stand where, in text, Markdown and LaTeX."""

import re

import pytest
from checkout import PROJECTS
from small_projects import agreement, put, put_raw

from brat_iaa.formats.latex import to_latex
from brat_iaa.formats.markdown import to_markdown
from brat_iaa.formats.tables import SENTENCE, TEXT, Table
from brat_iaa.formats.text import WIDEST, to_text
from brat_iaa.report.tables import summary, tables

NDT1 = PROJECTS / "ndt1"


@pytest.fixture
def text(tmp_path):
    def make(**settings):
        found = agreement(tmp_path, **settings)
        return to_text(summary(found), tables(found))

    return make


def test_five_annotators_with_long_names_stay_within_the_width(tmp_path, text):
    names = [f"annotator-with-a-very-long-name-number-{number}" for number in range(5)]
    for number, name in enumerate(names):
        put(tmp_path, name, "d", "one two three", f"0>1:root {number % 2}>2:obj 2>3:obl")
    printed = text()
    for line in printed.split("\n"):
        assert len(line) <= WIDEST or "|" in line, line
    # A wide name stands on lines of its own, its figures below.
    assert re.search(rf"^  {names[0]},\n  {names[4]}\n +1\.000", printed, re.M)


NASTY = '=x|_{}*\\&%#~^$<b>[1]`"!'


@pytest.fixture
def nasty(tmp_path):
    text = "one two\n"
    spans = "T1\tW 0 3\tone\nT2\tW 4 7\ttwo\n"
    for annotator, label in (("*anna_1", NASTY), ("ben|2", "&amp;")):
        put_raw(tmp_path, annotator, "d_1<b>", text, spans + f"R1\t{label} Arg1:T1 Arg2:T2\t\n")
    return agreement(tmp_path)


def test_markdown_takes_nothing_for_markup(nasty):
    printed = to_markdown(summary(nasty), tables(nasty))
    plain = re.sub(r"\\.", "", printed)
    rows = [line for line in plain.split("\n") if line.startswith("|")]
    assert rows and all(row.count("|") in (4, 5, 7) for row in rows)
    # What is not escaped and could be markup: only our own signs are left.
    outside = re.sub(r"^(#+|\||- `.*)|\|", "", plain, flags=re.M)
    assert not set("*_<>`#$&!~[]{}") & set(outside)
    assert "| --- | ---: | ---: | ---: |" in printed
    assert "\\*anna\\_1" in printed


def test_latex_escapes_everything(nasty):
    printed = to_latex(summary(nasty), tables(nasty))
    body = "\n".join(line for line in printed.split("\n") if not line.startswith("%"))
    assert "{*}anna\\_1" in body
    known = (
        r"\\(begin|end)\{(table|tabular)\}|\{[lrp]+(\{\.5\\linewidth\})?\}|\\(quad|centering|toprule|midrule|bottomrule)"
        r"|\\caption|\\(textbackslash|textasciitilde|textasciicircum|textless|textgreater|textbar|symbol)\{(34)?\}"
        r"|\{[][*]\}|\\[{}$&#_%]"
    )
    rest = re.sub(known, "", body.replace(r" \\", ""))
    # Left are the columns' "&" and the braces of captions.
    assert not set('\\$#_%~^<>|"*[]') & set(rest)
    assert rest.count("{") == rest.count("}") == body.count(r"\caption")
    assert body.count(r"\begin{tabular}") == body.count(r"\end{tabular}") == len(tables(nasty))


def test_latex_has_as_many_cells_as_columns(nasty):
    printed = to_latex(summary(nasty), tables(nasty))
    for block in re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", printed, re.S):
        first, *lines = block.split("\n")
        columns = len(re.sub(r"p\{[^}]*\}", "p", first[len(r"\begin{tabular}{") : -1]))
        rows = [line for line in lines if line.endswith(r" \\")]
        assert len(rows) >= 2
        for row in rows:
            assert len(re.findall(r"(?<!\\)&", row)) == columns - 1


def test_control_characters_reach_no_report():
    rows = [("x\x1b[1m", "y\nz")]
    table = Table("t", [TEXT("a"), SENTENCE("b")], rows, ("note\x1b",), ("sig\x1b",))
    for write in (to_text, to_markdown, to_latex):
        printed = write(["top\x1b"], [table])
        assert "\x1b" not in printed
        assert "y z" in printed
