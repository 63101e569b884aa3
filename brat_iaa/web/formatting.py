"""How figures, names and texts look on the pages: filters and words for the templates."""

import re
from datetime import date

from markupsafe import Markup

from brat_iaa import __version__
from brat_iaa.figures import (
    figure_name,
    statistic_name,
)
from brat_iaa.formats import display_names, html
from brat_iaa.formats.cells import figure
from brat_iaa.kinds import DIFFERENCES, KINDS, UNORDERED_MEANINGS
from brat_iaa.report.places import with_it_in_words
from brat_iaa.scores import MEASURES

_ALL_ROWS = re.compile("(?<=: see )(--format )?(json|csv)( or csv)?(?=\\.$)")

# Lower bounds of the shades of a heat map of agreement. Fixed, so that a shade
# means the same everywhere; finer above .8, where most projects lie.
AGREEMENT_SHADES = (0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98)
SHADES = len(AGREEMENT_SHADES)
# Annotators up to whom a card names each.
FEW = 4


def register(app):
    """Make the filters and words known to the templates of an app."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        figure=signed_figure,
        bound=bound,
        count=count,
        plural=plural,
    )
    app.jinja_env.globals.update(
        VERSION=__version__,
        FEW=FEW,
        MEASURES=MEASURES,
        DIFFERENCES=DIFFERENCES,
        UNORDERED_MEANINGS=UNORDERED_MEANINGS,
        with_it_in_words=with_it_in_words,
        KINDS=KINDS,
        table_of=table_of,
        today=date.today,
        below_table=below_table,
        absent=display_names.absent,
        ends_in_text=display_names.ends_in_text,
        figure_name=figure_name,
        statistic_name=statistic_name,
        named=named,
        AGREEMENT_SHADES=AGREEMENT_SHADES,
    )


def table_of(*table, **looks):
    """html.table_of(), as markup."""
    return Markup(html.table_of(*table, **looks))


def below_table(table):
    """html.below_table(), as markup; options of commands that show all are the page's JSON."""
    notes = [_ALL_ROWS.sub("this page as JSON", note) for note in table.notes]
    return Markup(html.below_table(table._replace(notes=tuple(notes))))


def signed_figure(value):
    """A figure as in the printed reports, with a typographic minus."""
    return figure(value).replace("-", "−")


def bound(value):
    """A lower bound as on the scale of a heat map: .6, .85."""
    return f"{value:g}".lstrip("0")


def count(number):
    """A whole number with commas between thousands."""
    return f"{number:,}"


def plural(number, singular, many=None):
    """ "1 token", "3 tokens", of which one, many are "token" or a text with "%(num)s"."""
    text = singular if number == 1 else many or singular + "s"
    shown = count(number)
    words = text % {"num": shown} if "%(num)s" in text else f"{shown} {text}"
    return words.replace(f"{shown} ", f"{shown}\u00a0", 1)


def named(names, you=""):
    """Names in a sentence, as Markup: "a, b and c"; `you` comes first, where it is given."""
    parts = [Markup("<bdi>{}</bdi>").format(name) for name in names]
    parts = [you, *parts] if you else parts
    first, last = Markup(", ").join(parts[:-1]), parts[-1] if parts else ""
    return Markup("{} and {}").format(first, last) if first else last


def labels_of(values, annotator):
    """The labels of a span in words, None without the span. values: {annotator: set or None}"""
    if annotator not in values:
        return None
    labels = values[annotator]
    return "several labels" if labels is None else ", ".join(sorted(labels)) or "no label"


def shade(value):
    """Class of a cell of a heat map of agreement."""
    return f"shade{sum(value >= bound for bound in AGREEMENT_SHADES)}"


def shade_of_count(number, most):
    """Class of a cell of a heat map of counts; a root scale, so that rare confusions are still
    seen.
    """
    if not number or not most:
        return "shade0"
    return f"shade{max(1, round(SHADES * (number / most) ** 0.5))}"
