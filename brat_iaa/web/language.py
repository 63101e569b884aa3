"""The language of the pages: texts stand in the code in English, and a catalog may translate them.

A catalog is a compiled file of GNU gettext, `languages/de.mo` for German; languages/pages.pot has
all texts to translate. Where there is none for what a browser asks for, the pages are in English.
"""

import gettext as catalogs
from pathlib import Path

from flask import g, has_request_context, request

FOLDER = Path(__file__).with_name("languages")
ENGLISH = "en"


def register(app, folder=FOLDER):
    """Let the pages of an app speak English and each language that has a catalog in `folder`."""
    known = {ENGLISH: catalogs.NullTranslations()}
    for path in sorted(folder.glob("*.mo")):
        with path.open("rb") as file:
            known[path.stem] = catalogs.GNUTranslations(file)
    app.before_request(lambda: _choose(known))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.install_gettext_callables(_translated, _translated_number, newstyle=True)
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.globals["language"] = language


def language():
    """The language of the page that is being made, as `lang` in HTML has it."""
    return g.get("language", ENGLISH) if has_request_context() else ENGLISH


def gettext(text, **values):
    """A text of the pages in the language that is asked for.

    text    in English, with a placeholder "%(name)s" for each of the values
    """
    return _translated(text) % values if values else _translated(text)


def ngettext(one, many, number, **values):
    """The same for a text about a number of things.

    one, many  the text in English for one thing and for several; "%(num)s" is the number
    """
    return _translated_number(one, many, number) % {"num": number, **values}


def noted(text):
    """The text itself: it is listed in pages.pot, and translated where it is shown."""
    return text


def _choose(known):
    g.language = request.accept_languages.best_match(known, default=ENGLISH)
    g.translations = known[g.language]


def _translations():
    return (has_request_context() and g.get("translations")) or catalogs.NullTranslations()


def _translated(text):
    return _translations().gettext(text)


def _translated_number(one, many, number):
    return _translations().ngettext(one, many, number)
