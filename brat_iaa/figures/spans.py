"""The figures of labels, relations between spans, and events."""

from brat_iaa.figures.arcs import CHANCE_LINE
from brat_iaa.figures.names import plain_name
from brat_iaa.figures.record import FigureRecord


def _against_gold(kind, measure, statistics):
    """What an F1 is made of, which a gold has beside it."""
    return [
        FigureRecord(
            kind, part, statistic, plain_name(part, statistic), None, "", None, "item",
            "gold#precision-and-recall", ("HR05",), "", 0,
        )
        for part in (
            measure.replace("f1", part)
            for part in (
                "precision", "recall", "true-positives", "false-positives", "false-negatives",
            )
        )
        for statistic in statistics
    ]  # fmt: skip


# fmt: off
_F1 = FigureRecord(
    "labels", "f1", "exact", "F1, exact", "F1", "same span, same label",
    "of all spans with their labels the share that both drew (Hripcsak & Rothschild 2005); exact: "
    "the same first and last character; overlapping: at least one common character, each span "
    "matched once",
    "combination of span and label, drawn by any annotator", "spans#exact-match", ("HR05",),
    "F1 of the spans with the same first and last character and the same label {0}", 1)
_SPAN_F1 = FigureRecord(
    "labels", "span-f1", "exact", "F1 without labels, exact", "spans", "", None,
    "span drawn by any annotator", "spans#without-labels", ("HR05",),
    "F1 of the spans alone, whatever their labels,", 0)
_AGREEMENT = FigureRecord(
    "labels", "agreement", "raw", "agreement", None, "same label, on spans that both drew",
    "of the spans that both drew, the share with the same label, not corrected for chance", "item",
    "labels#agreement", (), "The share of equal labels among the spans that {both} drew", 5)
_KAPPA = FigureRecord(
    "labels", "kappa", "cohen", "Cohen's kappa", "kappa", CHANCE_LINE, "the same, corrected for "
    "chance", "item", "labels#cohens-kappa", ("Cohen1960",),
    "Cohen’s kappa {0} on the spans that {both} drew", 0)
_ALPHA = FigureRecord(
    "labels", "alpha", "nominal", "alpha, nominal", None, CHANCE_LINE, None, "item", "labels#alpha",
    ("KR04",), "Krippendorff’s alpha {0} with nominal distance", 6)
_AC2 = FigureRecord(
    "labels", "ac2", "ordinal", "Gwet's AC2, ordinal", None, CHANCE_LINE, None, "item",
    "scales#gwets-ac2", ("Gwet2014",),
    "Gwet’s AC2 {0} with weights by the order of the labels", 0)
_U_ALPHA = FigureRecord(
    "labels", "u-alpha", "nominal", "u-alpha", None,
    "spans, gaps and labels by character, corrected for chance", None, "character",
    "unitizing#formula", ("Krippendorff2016",),
    "Krippendorff’s u-alpha of spans and gaps as units of a continuum of characters {0}", 0)
LABELS = [
    _F1,
    _F1._replace(
        statistic="overlap", name="F1, overlapping", short="F1, overlap", narrow=2, paper="",
        line="overlapping spans, same label", guide="spans#overlapping-spans"),
    _SPAN_F1,
    _SPAN_F1._replace(
        statistic="overlap", name="F1 without labels, overlapping", short=None, paper=""),
    _AGREEMENT,
    _AGREEMENT._replace(
        statistic="masi", name="agreement, MASI (RD13)", guide="masi#formula", works=("RD13",),
        paper="The mean similarity of the two sets of labels of a span, by MASI as simplified by "
        "{0:by},", narrow=3),
    _AGREEMENT._replace(
        statistic="masi-full", name="agreement, MASI, full (PA06)", guide="masi#full-masi",
        works=("PA06",), paper="", narrow=0),
    _AGREEMENT._replace(
        statistic="exact", name="agreement, exact match", guide="exact#formula", paper="",
        narrow=0),
    _AGREEMENT._replace(
        statistic="gcm-f1", name="agreement, GCM, F1", works=("RD13",), narrow=0,
        guide="gcm#one-figure-for-both-directions",
        paper="F1 of all labels in these sets by the global comparison method {0}"),
    _AGREEMENT._replace(
        statistic="gcm", name="agreement, GCM", guide="gcm#formula", works=("RD13",),
        paper="", narrow=0),
    _AGREEMENT._replace(
        statistic="f1", name="agreement, F1", guide="labels#one-label", paper="", narrow=0),
    _KAPPA,
    _KAPPA._replace(
        statistic="fleiss", name="Fleiss' kappa", short=None, guide="labels#fleiss-kappa",
        works=("Fleiss1971",), paper=""),
    _ALPHA,
    _ALPHA._replace(
        statistic="masi", name="alpha, MASI (RD13)", works=("KR04", "RD13"), narrow=4,
        paper="Krippendorff’s alpha {0} with one minus MASI as simplified by {1:by} as distance of "
        "sets of labels"),
    _ALPHA._replace(
        statistic="ordinal", name="alpha, ordinal", guide="scales#formula", narrow=0,
        paper="Krippendorff’s alpha {0} with ordinal distance"),
    _ALPHA._replace(
        statistic="interval", name="alpha, interval", guide="scales#numbers", narrow=0,
        paper="Krippendorff’s alpha {0} with interval distance"),
    FigureRecord(
        "labels", "ac1", "gwet", "Gwet's AC1", None, CHANCE_LINE, None, "item",
        "labels#gwets-ac1", ("Gwet2008",), "Gwet’s AC1 {0}", 0),
    _AC2,
    _AC2._replace(statistic="linear", name="Gwet's AC2, linear"),
    _AC2._replace(statistic="quadratic", name="Gwet's AC2, quadratic"),
    _U_ALPHA,
    _U_ALPHA._replace(
        statistic="binary", name="u-alpha without labels", guide="unitizing#without-labels",
        line="in a span or not, by character, corrected for chance", paper=""),
    _U_ALPHA._replace(
        measure="cu-alpha", name="cu-alpha", guide="unitizing#labels-alone", paper="",
        line="labels of characters in spans of both, corrected for chance"),
    _U_ALPHA._replace(
        measure="ku-alpha", name="(k)u-alpha", guide="unitizing#one-label", paper="",
        line="one label in spans of both, corrected for chance"),
    FigureRecord(
        "labels", "gamma", "combined", "gamma", None,
        "boundaries and labels of aligned spans, corrected for chance", None,
        "span of all annotators", "gamma#formula", ("Mathet2015",),
        "Gamma {0} of spans with their labels{gamma}", 0),
    *_against_gold("labels", "f1", ("exact", "overlap")),
]
_RELATION_F1 = _F1._replace(
    kind="entity-relations", line="same type, same ends", unit="item", guide="relations#formula",
    meaning="of all relations the share that both drew with the same type and ends (Hripcsak & "
    "Rothschild 2005); overlapping: ends of the same types that share a character",
    paper="F1 of the relations with the same type and ends {0}")
ENTITY_RELATIONS = [
    _RELATION_F1,
    _RELATION_F1._replace(
        statistic="overlap", name="F1, overlapping", short="F1, overlap", narrow=2,
        line="same type, overlapping ends", guide="relations#overlap",
        paper="F1 where the ends need to share only a character"),
    *_against_gold("entity-relations", "f1", ("exact", "overlap")),
]
_TRIGGER_F1 = FigureRecord(
    "events", "trigger-f1", "exact", "triggers, F1, exact", "triggers", "same trigger and type",
    None, "trigger drawn by any annotator", "events#triggers", ("HR05",),
    "F1 of the triggers with the same type", 2)
EVENTS = [
    FigureRecord(
        "events", "event-f1", "exact", "events, F1", "events", "same trigger, type and arguments",
        "of all events the share that both drew, with trigger, type and all arguments (Hripcsak & "
        "Rothschild 2005)", "item", "events#whole-events", ("HR05",),
        "F1 of the events with the same trigger, type and arguments {0}", 1),
    _TRIGGER_F1,
    _TRIGGER_F1._replace(
        statistic="overlap", name="triggers, F1, overlapping", short=None, paper="", narrow=0),
    FigureRecord(
        "events", "argument-f1", "exact", "arguments, F1", "arguments",
        "same argument in the same role", None, "argument drawn by any annotator",
        "events#arguments", ("HR05",), "F1 of the arguments with the same trigger, type and role",
        3),
    *_against_gold("events", "event-f1", ("exact",)),
    *_against_gold("events", "trigger-f1", ("exact", "overlap")),
    *_against_gold("events", "argument-f1", ("exact",)),
]
# fmt: on
