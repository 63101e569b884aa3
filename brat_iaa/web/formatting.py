"""How figures, names and texts look on the pages: filters and words for the templates."""

from markupsafe import Markup

from brat_iaa import __version__
from brat_iaa.formats import svg, words
from brat_iaa.formats.cells import figure, interval_notes
from brat_iaa.layers.disagreement import KIND_MEANINGS
from brat_iaa.places.place import UNORDERED_MEANINGS
from brat_iaa.report.places import gain_in_words
from brat_iaa.scores import MEASURES
from brat_iaa.web.language import ngettext

MEASURE_NAMES = {
    "UAA": "unlabeled attachment agreement",
    "LAA": "labeled attachment agreement",
    "LOA": "label only agreement",
}
MEASURE_MEANINGS = {"UAA": "same head", "LAA": "same head and label", "LOA": "same label"}
STATISTIC_NAMES = {name: words.statistic_name(name) for name in (*words.STATISTICS, "gcm")}
STATISTIC_MEANINGS = {
    "masi": (
        "1 for equal sets, 2/3 if one contains the other, 1/3 if they overlap, else 0; "
        "mean over the tokens"
    ),
    "exact": "share of tokens on which the two sets are equal",
    "alpha": (
        "Krippendorff’s alpha: 1 is perfect, 0 is chance; sets compared by MASI, heads by "
        "their distance from the token"
    ),
    "masi-full": "Jaccard times monotonicity (Passonneau 2006)",
    "gcm": "share of the first annotator’s arcs that the second drew too",
    "gcm-f1": "both directions of GCM in one figure",
    "alpha-index": (
        "alpha with heads named by their position in the sentence; corrects less for chance"
    ),
    "alpha-nominal": "alpha where sets are equal or not, nothing between",
}

# Lower bounds of the shades of a heat map of agreement. Fixed, so that a shade
# means the same everywhere; finer above .8, where most projects lie.
AGREEMENT_SHADES = (0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98)
SHADES = len(AGREEMENT_SHADES)


def register(app):
    """Make the filters and words known to the templates of an app."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        figure=signed_figure,
        bound=bound,
        count=count,
        shade=shade,
        bar=bar,
        interval_bar=interval_bar,
        plural=plural,
        shade_of_count=shade_of_count,
        interval_notes=interval_notes,
    )
    app.jinja_env.globals.update(
        VERSION=__version__,
        MEASURES=MEASURES,
        MEASURE_NAMES=MEASURE_NAMES,
        MEASURE_MEANINGS=MEASURE_MEANINGS,
        STATISTIC_NAMES=STATISTIC_NAMES,
        STATISTIC_MEANINGS=STATISTIC_MEANINGS,
        KIND_MEANINGS=KIND_MEANINGS,
        UNORDERED_MEANINGS=UNORDERED_MEANINGS,
        gain_in_words=gain_in_words,
        LAYER_KINDS=words.KIND_WORDS,
        figure_meaning=words.meaning,
        GRID_NOTE=words.GRID_NOTE,
        absent=words.absent,
        ends_in_text=words.ends_in_text,
        figure_name=words.figure_name,
        short_name=words.short_name,
        statistic_name=words.statistic_name,
        AGREEMENT_SHADES=AGREEMENT_SHADES,
    )


def signed_figure(value):
    """A figure as in the printed reports, with a typographic minus."""
    return figure(value).replace("-", "−")


def bound(value):
    """A lower bound as on the scale of a heat map: .6, .85."""
    return f"{value:g}".lstrip("0")


def count(number):
    """A whole number with narrow spaces between thousands."""
    return f"{number:,}".replace(",", "\u202f")


def plural(number, one, many=None):
    """ "1 token", "3 tokens": a count that stands alone. A sentence is a text as a whole."""
    counted = f"%(num)s {one}", f"%(num)s {many or one + 's'}"
    return ngettext(*counted, number, num=count(number)).replace(" ", "\u00a0", 1)


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


def bar(share, name="bar", width=72):
    return Markup(svg.bar(share, name, width))


def interval_bar(score):
    """The value of a Score on a bar from 0 to 1, with its interval if it has one."""
    return Markup(svg.interval_bar(score.value, score.interval))
