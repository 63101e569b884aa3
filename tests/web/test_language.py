"""The pages speak the language that a browser asks for, where there is a catalog of it."""

import pytest
from catalogs import write_catalog
from flask import Flask, render_template_string

from brat_iaa.web import language
from tests.web import write_texts


@pytest.fixture
def ask(tmp_path):
    write_catalog(
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
        "/note",
        "note",
        view_func=lambda: render_template_string("{{ text|english }}", text="Some <note"),
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


def test_what_is_english_says_so_in_other_languages(ask):
    assert ask("/note", "fr") == "Some &lt;note"
    assert ask("/note", "de") == '<span lang="en">Some &lt;note</span>'


def test_what_programs_read_is_in_english(ask):
    assert ask("/text?format=json", "de") == "Snapshot one, 1 place, 3 places"


def test_the_texts_to_translate_are_current():
    """If not: python -m tests.web.write_texts"""
    assert write_texts.FILE.read_text("utf-8") == write_texts.pot()
