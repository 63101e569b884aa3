"""The tables and figures of the five papers, and what README.md says of each.

Where the papers' texts are beside the checkout, the list is held against them, too.
"""

import re

import pytest
from checkout import CHECKOUT

from brat_iaa.guide.markup import Code, Heading, TextTable, blocks, section, words

PAPERS = CHECKOUT.parent / "shared" / "papers"
# Paper: file of the paper's text, and how it begins a caption.
TEXT_OF = {
    "ragheb": ("004_9b792be5a0598237.txt", r"{} {}: "), "skjaerholt": ("000_803f6d03e29a3862.txt", r"{} {}: "),
    "passonneau": ("001_0add340c18042155.txt", r"^{} {}: "),
    "mirovsky": ("002_a2c73c65b956c5ae.txt", r"^ ?\**{} {}\.\*? "),
    "berzak": ("003_08a44af211a9091b.txt", r"{} {}: "),
}  # fmt: skip
NOT_SHIPPED = {
    "ragheb": "because they need the learners' texts", "skjaerholt": "the data is not shipped",
    "passonneau": "because its narratives are not part of this source",
    "mirovsky": "because the parallel annotation of the treebank is not part of this source",
    "berzak": "because they need the paper's treebank, its parsers and its judges",
}  # fmt: skip
# page, number, where, rows x columns, command that prints the like, the project that it is run on
LIST = """
ragheb      figure 1  p. 172
ragheb      1         p. 172       3 × 8    report           ndt1
ragheb      figure 2  p. 174
ragheb      figure 3  p. 174                report           ragheb_fig3
ragheb      2         p. 175       3 × 12   report           learner
ragheb      3         p. 175       3 × 6    report           learner
ragheb      4         p. 175       3 × 6    report           learner
ragheb      5         p. 176       3 × 6    report           frames
ragheb      6         p. 176       3 × 6    report           frames
skjaerholt  figure 1  p. 936
skjaerholt  figure 2  p. 937
skjaerholt  figure 3  p. 938                study simulation ragheb_fig3
skjaerholt  figure 4  p. 938                study simulation ragheb_fig3
skjaerholt  figure 5  p. 939                study simulation ragheb_fig3
skjaerholt  1         p. 939       9 × 2    report           ndt1
skjaerholt  2         p. 940       9 × 4    report           ndt1
skjaerholt  figure 6  p. 941                report           ndt1
passonneau  figure 1  section 2
passonneau  1         section 2    11 × 3   report           passonneau_fig1
passonneau  figure 2  section 2             report           passonneau_fig1
passonneau  2         section 3.1  11 × 3   report           passonneau_fig1
passonneau  3         section 4    14 × 4   report           passonneau_fig1
mirovsky    1         section 3.1  7 × 1    report           mirovsky_example
mirovsky    2         section 3.2  7 × 1    report           mirovsky_example
mirovsky    3         section 3.3  7 × 1    report           mirovsky_example
berzak      figure 1  p. 2218
berzak      1         p. 2219      5 × 8    report           treebank
berzak      2         p. 2220      4 × 3    report           treebank
berzak      3         p. 2220      6 × 3    report           treebank
berzak      figure 2  p. 2221
berzak      4         p. 2221      2 × 4    report           treebank
"""
# What README.md says that a paper prints, as the paper prints it.
PRINTED = {
    "ragheb": "604 96.15 96.10 224 11.8",
    "skjaerholt": "4.1 23.9 98.4 93.0 98.8 98.9 95.0 99.1 94.4 92.4 70.7 88.4 98.6 99.3 97.9 91.2 98.7 95.7 84.7 96.2 78.9 81.3 15.8 14.5 6.8 246",
    "passonneau": ".45 .74 .33 .67",
    "mirovsky": "200 0.92 0.91",
    "berzak": "360 6,979 300 7,227 2.63 1.66 34.9 35.97 31.83 87.29 91.86 35.96",
}


def in_list(page):
    """(number, where, size, command, project) of each line; "" where a column is empty."""
    starts = (12, 22, 35, 44, 61, None)
    lines = (line for line in LIST.strip().split("\n") if line.split()[0] == page)
    return [tuple(line[a:b].strip() for a, b in zip(starts, starts[1:])) for line in lines]


TEXT = (CHECKOUT / "tests" / "papers" / "README.md").read_text("utf-8")
BLOCKS = blocks(TEXT)
# In the order of the text.
HEADINGS = dict(zip(
    TEXT_OF, (b for b in BLOCKS if isinstance(b, Heading) and b.level == 2)
))  # fmt: skip


def rows_of(page):
    """Rows of the first table of a paper's section."""
    found = section(BLOCKS, HEADINGS[page].anchor)
    return next(block for block in found if isinstance(block, TextTable)).rows


def written(page):
    """The text of a paper's section."""
    title = words(HEADINGS[page].spans)
    return re.split(r"^## (?!#)", TEXT.partition(f"\n## {title}\n")[2], flags=re.M)[0]


@pytest.mark.parametrize("page", TEXT_OF)
def test_a_page_lists_the_tables_and_figures_of_its_paper(page):
    shown = [["".join(span.text for span in cell) for cell in row] for row in rows_of(page)]
    for (number, where, what, size, command), row in zip(shown, in_list(page)):
        assert (number, where, size) == row[:3] and what
        assert command.partition(":")[0] == (f"brat-agreement {row[3]}" if row[3] else "")
    assert len(shown) == len(in_list(page))
    assert NOT_SHIPPED[page] in written(page)


@pytest.mark.parametrize("page", TEXT_OF)
def test_the_section_that_a_table_leads_to_runs_its_command(page):
    for row, (*_, command, project) in zip(rows_of(page), in_list(page)):
        (target,) = [span.target for span in row[-1] if span.kind == "link"] or [None]
        assert bool(target) == bool(command)
        if target:
            below = section(BLOCKS, target.removeprefix("#"))
            consoles = [b.text for b in below if isinstance(b, Code)]
            assert f"$ brat-agreement {command} {project}" in "\n".join(consoles), target


def paper(page):
    file, _ = TEXT_OF[page]
    if not (PAPERS / file).is_file():
        pytest.skip(f"the paper's text is not at {PAPERS / file}; it may not be shipped")
    return (PAPERS / file).read_text("utf-8")


@pytest.mark.parametrize("page", TEXT_OF)
def test_the_list_is_that_of_the_paper(page):
    text, (_, caption) = paper(page), TEXT_OF[page]
    listed = {row[0] for row in in_list(page)}
    for kind, prefix in (("Table", ""), ("Figure", "figure ")):
        numbers = re.findall(caption.format(kind, r"(\d+)"), text, re.M)
        if page != "mirovsky" or kind == "Table":  # Its figures are drawings of arrows.
            assert {prefix + number for number in numbers} == {
                one for one in listed if one.startswith("figure") == bool(prefix)
            }


@pytest.mark.parametrize("page", TEXT_OF)
def test_numbers_said_to_be_printed_are_in_the_paper_and_on_the_page(page):
    shown = written(page)
    for number in PRINTED[page].split():
        assert number.lstrip("0") in shown, number
        assert number in paper(page), number
