"""The language of the pages: texts stand in the code in English, and a catalog may translate them.

A catalog is a compiled file of GNU gettext, `languages/de.mo` for German; languages/pages.pot has
all texts to translate. Where there is none for what a browser asks for, the pages are in English.

In English whatever the language, because the command line says it too, or it is for readers of
English: sentences of reports, such as notes and messages with data in them (a page marks them with
the filter `english`), the guide, and what stands in a paper. So is all that programs read, in other
formats than HTML, and what brat's own page shows. What people have written is never translated.
"""

import gettext as catalogs
from pathlib import Path

from flask import g, has_request_context, request
from markupsafe import Markup

FOLDER = Path(__file__).with_name("languages")
ENGLISH = "en"
_UNTRANSLATED = catalogs.NullTranslations()


def register(app, folder=None):
    """Let the pages of an app speak English and each language that has a catalog in `folder`;
    None: in FOLDER.
    """
    known = {ENGLISH: _UNTRANSLATED}
    for path in sorted((folder or FOLDER).glob("*.mo")):
        with path.open("rb") as file:
            known[path.stem] = catalogs.GNUTranslations(file)
    app.before_request(lambda: _choose(known))
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.newstyle_gettext = True
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.globals.update(
        gettext=_in_html,
        ngettext=_number_in_html,
        _=_in_html,
        language=language,
        in_english=in_english,
    )
    app.jinja_env.filters.update(translated=gettext, english=english, reason=reason)


def language():
    """The language of the page that is being made, as `lang` in HTML has it."""
    return g.get("language", ENGLISH) if has_request_context() else ENGLISH


def gettext(text, **values):
    """A text of the pages in the language that is asked for.

    text    in English, with a placeholder "%(name)s" for each of the values; HTML, and so is what
            is returned, if one of them is Markup
    """
    found = _translated(text)
    if any(isinstance(value, Markup) for value in values.values()):
        found = Markup(found)
    return found % values if values else found


def ngettext(one, many, number, **values):
    """The same for a text about a number of things.

    one, many  the text in English for one thing and for several; "%(num)s" is the number
    """
    return _translated_number(one, many, number) % {"num": number, **values}


def _in_html(text, /, **values):
    """gettext in a template: what is in the text is HTML. Pages have dozens of texts, and the
    extension's own function takes several times as long.
    """
    found = Markup(_translated(text))
    return found % values if values or "%" in found else found


def _number_in_html(one, many, number, /, **values):
    """ngettext in a template."""
    return Markup(_translated_number(one, many, number)) % {"num": number, **values}


def noted(text):
    """The text itself: it is listed in pages.pot, and translated where it is shown."""
    return text


def in_english():
    """The attribute of an element that is in English as a whole; "" on a page in English."""
    return Markup("" if language() == ENGLISH else ' lang="en"')


def english(text):
    """A text that is in English whatever the language; a page in another says that it is."""
    if not text or language() == ENGLISH:
        return text
    return Markup('<span lang="en">{}</span>').format(text)


def reason(text):
    """Why there is no figure: translated if it is one of the known reasons, else in English."""
    found = _translated(text)
    return english(text) if found == text else found


def _choose(known):
    # What is answered to a form is shown on its page, as JSON too.
    shown = request.method == "POST" or request.args.get("format", "html") == "html"
    read = shown and not request.path.startswith("/api/")
    wanted = request.accept_languages.best_match(known) if read else None
    g.language = wanted or ENGLISH
    g.translations = known[g.language]


def _translations():
    return g.get("translations", _UNTRANSLATED) if has_request_context() else _UNTRANSLATED


def _translated(text):
    # A catalog has its header under "".
    return _translations().gettext(text) if text else text


def _translated_number(one, many, number):
    return _translations().ngettext(one, many, number)
