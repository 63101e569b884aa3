"""The part of Markdown that the guide knows: what it becomes, and what is refused."""

import pytest

from brat_iaa.guide.html import to_html
from brat_iaa.guide.markup import MarkupError, anchor_of, blocks


def as_html(text):
    return str(to_html(blocks(text), lambda target: f"/to/{target}"))


EVIL = "<script>alert(1)</script>&\"'"


@pytest.mark.parametrize(
    "text",
    [
        "{}", "# {}", "## {}", "- {}", "`{}`", "**{}**", "*{}*", "[{}](a)", "```\n{}\n```",
        "```console\n$ {}\n{}\n```", "| {} | b |\n| --- | --- |\n| {} | `{}` |",
    ],
)  # fmt: skip
def test_everything_is_escaped(text):
    html = as_html(text.replace("{}", EVIL))
    assert "<script" not in html and "&lt;script&gt;" in html
    assert "&amp;" in html


def test_the_target_of_a_link_is_escaped():
    assert as_html('[a](x"onclick="y)') == '<p><a href="/to/x&#34;onclick=&#34;y">a</a></p>'


@pytest.mark.parametrize(
    "text",
    [
        "#no blank", "#### too deep", "a `b", "a *b", "a **b", "[a](b", "```python\na\n```", "```\na",
        "| a |\n| b |", "| a | b |\n| --- | --- |\n| c |", "- a\n1. b", "# a\n\n# a",
        "| a | b |\n| --- | --- |\n| c | d",
    ],
)  # fmt: skip
def test_what_is_not_known_is_refused(text):
    with pytest.raises(MarkupError):
        blocks(text)


@pytest.mark.parametrize(
    "title, anchor",
    [
        ("Interpreting the value (example: .80)", "interpreting-the-value-example-80"),
        ("Cohen's kappa", "cohens-kappa"), ("[layer trees]", "layer-trees"), ("UAA, LAA and LOA", "uaa-laa-and-loa"),
    ],
)  # fmt: skip
def test_anchors_are_those_of_github(title, anchor):
    assert anchor_of(title) == anchor
