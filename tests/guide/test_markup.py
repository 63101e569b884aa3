"""The part of Markdown that the guide knows: what it becomes, and what is refused."""

import pytest

from brat_iaa.guide.html import to_html
from brat_iaa.guide.markup import MarkupError, anchor_of, blocks


def as_html(text):
    return str(to_html(blocks(text), lambda target: f"/to/{target}"))


@pytest.mark.parametrize(
    "text, html",
    [
        ("# A title", '<h1 id="a-title">A title</h1>'),
        ("one\ntwo", "<p>one two</p>"),
        ("one\n\ntwo", "<p>one</p>\n<p>two</p>"),
        ("a `b*c` d", "<p>a <code>b*c</code> d</p>"),
        ("a *b* **c**", "<p>a <em>b</em> <strong>c</strong></p>"),
        ("[a b](c.md#d)", '<p><a href="/to/c.md#d">a b</a></p>'),
        ("- a\n- b\n  c", "<ul><li>a</li>\n<li>b c</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li>\n<li>b</li></ol>"),
        ("```\na\n\nb\n```", '<pre tabindex="0"><code>a\n\nb</code></pre>'),
        (
            "```console\n$ brat-agreement report a\nb\n```",
            '<pre tabindex="0"><code><kbd>$ brat-agreement report a</kbd>\nb</code></pre>',
        ),
    ],
)
def test_blocks(text, html):
    assert as_html(text) == html


def test_headings_below_the_first_link_to_themselves():
    assert as_html("## How *so*?") == (
        '<h2 id="how-so">How <em>so</em>? <a class="here" href="#how-so" '
        'aria-label="Link to “How so?”">#</a></h2>'
    )


def test_a_table_with_code_and_numbers():
    html = as_html("| a | b |\n| --- | ---: |\n| `x|y` | 1 |\n| | 2 |")
    assert '<th>a</th><th class="number">b</th>' in html
    assert '<td><code>x|y</code></td><td class="number">1</td>' in html
    assert '<td></td><td class="number">2</td>' in html


def test_a_file_says_its_name():
    html = as_html("```file a/d.ann\nT1\tX 0 1\ta\n```")
    assert "<figcaption><code>a/d.ann</code></figcaption>" in html
    assert "T1\tX 0 1\ta</code>" in html


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
        ("Cohen's kappa", "cohens-kappa"),
        ("[layer trees]", "layer-trees"),
        ("UAA, LAA and LOA", "uaa-laa-and-loa"),
    ],
)
def test_anchors_are_those_of_github(title, anchor):
    assert anchor_of(title) == anchor
