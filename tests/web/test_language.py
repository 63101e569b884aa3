"""The pages speak the language that a browser asks for, where there is a catalog of it."""

import pytest
from flask import Flask, render_template_string

from brat_iaa.web import language


def _catalog(path, texts):
    """Write a compiled catalog of GNU gettext: {English: translation}."""
    entries = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **texts}.items())
    keys = [english.encode() for english, _ in entries]
    values = [translation.encode() for _, translation in entries]
    start = 28 + 16 * len(entries)
    index, at = [], start
    for strings in (keys, values):
        for string in strings:
            index += [len(string), at]
            at += len(string) + 1
    head = [0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, start]
    numbers = b"".join(number.to_bytes(4, "little") for number in head + index)
    path.write_bytes(numbers + b"".join(string + b"\0" for string in keys + values))


@pytest.fixture
def ask(tmp_path):
    _catalog(
        tmp_path / "de.mo",
        {
            "Guide": "Anleitung",
            "Snapshot %(name)s": "Stand %(name)s",
            "%(num)s place\0%(num)s places": "%(num)s Stelle\0%(num)s Stellen",
        },
    )
    app = Flask(__name__)
    language.register(app, tmp_path)
    app.add_url_rule(
        "/page",
        "page",
        view_func=lambda: render_template_string(
            "{{ language() }}: {% trans %}Guide{% endtrans %},"
            " {% trans name='<b>' %}Snapshot {{ name }}{% endtrans %},"
            " {% trans %}Overview{% endtrans %}"
        ),
    )
    app.add_url_rule(
        "/text",
        "text",
        view_func=lambda: ", ".join(
            [
                language.gettext("Snapshot %(name)s", name="one"),
                language.ngettext("%(num)s place", "%(num)s places", 1),
                language.ngettext("%(num)s place", "%(num)s places", 3),
            ]
        ),
    )

    def ask(address, languages):
        return app.test_client().get(address, headers={"Accept-Language": languages}).text

    return ask


def test_the_browsers_language_where_there_is_a_catalog_of_it(ask):
    assert ask("/page", "fr, de;q=0.8, en;q=0.5") == "de: Anleitung, Stand &lt;b&gt;, Overview"
    assert ask("/text", "de-AT, de") == "Stand one, 1 Stelle, 3 Stellen"


@pytest.mark.parametrize("languages", ["", "fr", "en, de;q=0.5", "*", "de;q=0"])
def test_english_for_all_others(ask, languages):
    assert ask("/page", languages) == "en: Guide, Snapshot &lt;b&gt;, Overview"
    assert ask("/text", languages) == "Snapshot one, 1 place, 3 places"


def test_english_where_nobody_asks():
    assert language.language() == "en"
    assert language.gettext("Snapshot %(name)s", name="one") == "Snapshot one"
