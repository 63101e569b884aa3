"""Labels of spans: their types, attributes, references or notes."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.errors import ConfigError
from brat_iaa.kinds.coarse import coarse_setting
from brat_iaa.kinds.declaration import choice, listed_names, names, text, type_names
from brat_iaa.kinds.figure_names import LEVELS, against_gold, of_levels
from brat_iaa.kinds.figure_record import FigureRecord, Further
from brat_iaa.kinds.kind import AnswerWords, DifferenceWords, Kind, LayerSettings, Wording, code_at
from brat_iaa.kinds.note_patterns import check_pattern

# First letters of the lines that labels are read from, by the beginning of their source.
_READS = {"type": "TE", "attribute": "TEAM", "normalization": "TEN", "notes": "TE#", "note": "TE#"}


def label_order(value):
    """Tuple of two or more labels, in order. Raises ConfigError with the reason."""
    labels = listed_names(value)
    if len(labels) < 2:
        raise ConfigError("names one label. An order has two or more, such as low, mid, high.")
    return labels


def label_source(value):
    """Where labels stand, such as attribute:NAME. Raises ConfigError with the reason."""
    source, colon, name = value.partition(":")
    named = source in ("attribute", "normalization", "notes", "note") and name.strip()
    if not (named or value == "type"):
        raise ConfigError(
            "does not say where the label stands. Allowed: type, attribute:NAME, "
            "normalization:DATABASE, notes:TYPE, note:PATTERN."
        )
    if source == "note":
        check_pattern(name.strip())
    return value


# fmt: off
@dataclass(frozen=True)
class LabelSettings(LayerSettings):
    """What a layer's labels are."""

    value: str = text(
        "type", parse=label_source, value="SOURCE", example="attribute:Polarity",
        help="What is the label: type, attribute:NAME, normalization:DATABASE, notes:TYPE (the "
        "whole text of the notes of a type, such as Lemma), or note:PATTERN. This is a regular "
        "expression whose group in brackets is the value, in the first 500 characters of a note.")
    types: Optional[tuple[str, ...]] = type_names(
        example="Person, Place", records=("spans",),
        help="Span types that are items. Default: all but the root.")
    items: str = choice(
        "spans", "documents",
        help="What is labelled: each span, or each document as a whole. With documents a span is a "
        "label of its document, wherever it is.")
    set: str = choice(
        "no", "yes",
        help="yes: the value is a set, separated by commas in a note, or all attributes of that "
        "name.")
    coarse: Optional[str] = text(
        None, parse=coarse_setting, value="GROUPS", example="name = Person, Place",
        signature=None,  # measures of which it is a part name it
        help="Coarse labels, to measure agreement on them beside that on all labels. A character: "
        "labels count up to there. Or groups: name = Person, Place; time = Date, Hour. Default: "
        "none.")
    order: Optional[tuple[str, ...]] = names(
        None, parse=label_order, value="LABELS", example="low, mid, high",
        signature=None,  # measures of which it is a part name it
        help="The labels from one end of a scale to the other, if they have an order: agreement "
        "is then also measured by how far labels are apart on it. If all are numbers, also by "
        "their differences. Default: none.")
    weights: str = choice(
        "ordinal", "linear", "quadratic",
        signature=None,  # measures are named after it
        help="With order: the weights of Gwet's AC2, which say how much labels agree by their "
        "places on the scale.")

    @property
    def label_source(self):
        return self.value

    @property
    def labelled(self):
        return None if self.set == "yes" else "spans"

    @property
    def item(self):
        return "document" if self.items == "documents" else ""

    @property
    def contradiction(self):
        if self.order and self.set == "yes":
            return "order", (
                "with set = yes a value is a set of labels, which has no place on a scale. Delete "
                "one of the two lines.")
        return "", ""

    @property
    def reads(self):
        return _READS[self.value.partition(":")[0]]

    @property
    def drawn(self):
        return {} if self.carried else {"spans": self.types}

    @property
    def annotations(self):
        source, _, name = map(str.strip, self.value.partition(":"))
        kind = {"type": "span", "notes": "note"}.get(source, source)
        return {kind: None if source in ("type", "note") else (name,)}


_F1 = FigureRecord(
    "labels", "f1", "exact", "F1, exact", "F1",
    "F1 of the spans with the same first and last character and the same label",
    "labelled span", "spans#exact-match", ("HR05",), True, 1)
_SPAN_F1 = FigureRecord(
    "labels", "span-f1", "exact", "F1 without labels, exact", "spans",
    "F1 of the spans alone, whatever their labels", "span", "spans#without-labels", ("HR05",),
    True, 0)
_AGREEMENT = FigureRecord(
    "labels", "agreement", "raw", "agreement", None,
    "share of equal labels among the spans that both drew", "item", "labels#agreement", (), True, 5)
_KAPPA = FigureRecord(
    "labels", "kappa", "cohen", "Cohen's kappa", "kappa",
    "Cohen’s kappa on the spans that both drew", "item", "labels#cohens-kappa", ("Cohen1960",),
    True, 0)
_FLEISS = _KAPPA._replace(
    statistic="fleiss", name="Fleiss' kappa", short=None, guide="labels#fleiss-kappa",
    meaning="Fleiss’ kappa on the spans that all drew", works=("Fleiss1971",), reported=False)
_ALPHA = FigureRecord(
    "labels", "alpha", "nominal", "alpha, nominal", None,
    "Krippendorff’s alpha with nominal distance", "item", "labels#alpha", ("KR04",), True, 6)
_AC2 = FigureRecord(
    "labels", "ac2", "ordinal", "Gwet's AC2, ordinal", None,
    "Gwet’s AC2 with ordinal weights by the order of the labels", "item", "labels#gwets-ac2",
    ("Gwet2014",), True, 0)
_U_ALPHA = FigureRecord(
    "labels", "u-alpha", "nominal", "u-alpha", None,
    "Krippendorff’s u-alpha of spans and gaps as units of a continuum of characters", "character",
    "spans#unitizing", ("Krippendorff2016",), True, 0)
HEAD = "head"
# {name: (words for the help of the setting, name of the figure, which spans count as the same)}
_TOLERANT = {
    "blanks": (
        "without blanks and punctuation at the edges of spans", "blanks aside",
        "that are the same but for blanks and punctuation at their edges"),
    "one-token": (
        "with each boundary up to one token off", "one token off",
        "whose boundaries are at most one token off each"),
    "first-word": (
        "by the first word of spans alone", "same first word", "and the same first word"),
    "last-word": ("by the last word of spans alone", "same last word", "and the same last word"),
    HEAD: (
        "by the head word of spans alone, from dependencies on the same texts", "same head word",
        "and the same head word (the token whose head lies outside of the span)"),
}
# {way: least share of the characters of both spans that are in both}
IOU = {f"iou-{share}": share / 100 for share in (25, 50, 75, 90)}
# {way: (way of the spans that match in part, what each of these counts)}
CREDITS = {"partial": ("overlap", 0.5)}
_TOKENS = (
    _F1._replace(
        measure="token-f1", name="tokens, F1", short=None, unit="labelled token",
        guide="spans#tokens", narrow=21,
        meaning="F1 of the tokens (between blanks) in spans with the same label"),
    _KAPPA._replace(
        measure="token-kappa", name="tokens, Cohen's kappa", short="tokens, kappa",
        unit="token", guide="spans#tokens", narrow=22,
        meaning="Cohen’s kappa of all tokens, in spans of a label or outside (I/O)"),
    _FLEISS._replace(
        measure="token-kappa", name="tokens, Fleiss' kappa", unit="token", guide="spans#tokens",
        meaning="Fleiss’ kappa of the same tokens"),
    _ALPHA._replace(
        measure="token-alpha", name="tokens, alpha, nominal", unit="token", guide="spans#tokens",
        meaning="alpha of the same tokens", reported=False, narrow=0),
)


def _told_apart(words):
    """Words about tokens in spans, for their beginnings told apart."""
    words = words.replace(" (I/O)", "").replace("tokens,", "tokens (B/I/O),")
    return words.replace("between blanks)", "between blanks; B/I/O)")


_BIO = tuple(
    figure._replace(
        measure=figure.measure.replace("token", "bio"), narrow=figure.narrow and figure.narrow + 2,
        **{name: getattr(figure, name) and _told_apart(getattr(figure, name))
           for name in ("name", "short", "meaning")})
    for figure in _TOKENS)
# {name in the setting also: what the measures of its figures begin with}
TOKENS = {"tokens": "token", "bio": "bio"}


FURTHER = {
    **{
        way: Further(f"F1 of spans {words}", tuple(
            figure._replace(
                statistic=way, name=f"{figure.name.partition(', ')[0]}, {name}", short=short and
                f"{short}, {name}", guide="spans#tolerance", reported=bool(narrow), narrow=narrow,
                meaning=f"F1 of the spans {label}{same}")
            for figure, short, label, narrow in (
                (_F1, "F1", "with the same label ", 11 + number), (_SPAN_F1, None, "", 0))))
        for number, (way, (words, name, same)) in enumerate(_TOLERANT.items())
    },
    "iou": Further("F1 of spans by how much of them overlaps", tuple(
        figure._replace(
            statistic=way, name=f"{figure.name.partition(', ')[0]}, IoU .{way[4:]}",
            short=short and f"{short}, IoU .{way[4:]}", guide="spans#intersection-over-union",
            reported=bool(short), narrow=16 if short and share == 0.5 else 0,
            meaning=f"F1 of the spans {label}that have at least .{way[4:]} of their characters in "
            "common")
        for way, share in IOU.items()
        for figure, short, label in ((_F1, "F1", "with the same label "), (_SPAN_F1, None, "")))),
    "partial": Further("F1 of spans where those that only overlap count half", tuple(
        figure._replace(
            statistic="partial", name=f"{figure.name.partition(', ')[0]}, half credit",
            short=short and f"{short}, half credit", guide="spans#half-credit",
            works=("Chinchor1993",), reported=bool(short), narrow=17 if short else 0,
            meaning=f"F1 of the spans {label}where those that only overlap count half")
        for figure, short, label in ((_F1, "F1", "with the same label "), (_SPAN_F1, None, "")))),
    "tokens": Further("F1 and kappa of the tokens in spans", _TOKENS),
    "bio": Further("the same with the first tokens of spans told apart", _BIO),
    LEVELS: of_levels(
        _F1._replace(
            name="types of level #, F1, exact", short="level #", narrow=30,
            meaning="F1 of the spans with the same first and last character and with types that "
            "are the same at level # of annotation.conf"),
        _KAPPA._replace(
            name="types of level #, Cohen's kappa", short=None,
            meaning="Cohen’s kappa of the types of level # on the spans that both drew"),
        _FLEISS._replace(
            name="types of level #, Fleiss' kappa",
            meaning="Fleiss’ kappa of the types of level # on the spans that all drew"),
        _ALPHA._replace(
            name="types of level #, alpha, nominal", reported=False, narrow=0,
            meaning="alpha of the types of level #")),
}
_FIGURES = [
    _F1,
    _F1._replace(
        statistic="overlap", name="F1, overlapping", short="F1, overlap", narrow=2,
        guide="spans#overlapping-spans", reported=False,
        meaning="F1 of the spans that share a character, each matched once, with the same label"),
    _SPAN_F1,
    _SPAN_F1._replace(
        statistic="overlap", name="F1 without labels, overlapping", short=None, reported=False,
        meaning="F1 of the spans that share a character, whatever their labels"),
    _AGREEMENT,
    _AGREEMENT._replace(
        statistic="masi", name="agreement, MASI (RD13)", guide="dependencies#masi", works=("RD13",),
        narrow=3,
        meaning="mean similarity of the two sets of labels of a span, by simplified MASI"),
    _AGREEMENT._replace(
        statistic="masi-full", name="agreement, MASI, full (PA06)", guide="dependencies#full-masi",
        works=("PA06",), meaning="the same by MASI", reported=False, narrow=0),
    _AGREEMENT._replace(
        statistic="exact", name="agreement, exact match", guide="dependencies#exact-match",
        meaning="share of spans with equal sets of labels", reported=False, narrow=0),
    _AGREEMENT._replace(
        statistic="gcm-f1", name="agreement, GCM, F1", works=("RD13",), narrow=0,
        guide="dependencies#one-figure-for-both-directions",
        meaning="F1 of all labels in these sets by the global comparison method"),
    _AGREEMENT._replace(
        statistic="gcm", name="agreement, GCM", guide="dependencies#gcm", works=("RD13",),
        meaning="of all labels of the first annotator, the share that the second has, too",
        reported=False, narrow=0),
    _AGREEMENT._replace(
        statistic="f1", name="agreement, F1", guide="labels#one-label", reported=False, narrow=0,
        meaning="F1 of one label on the spans that both drew"),
    _KAPPA,
    _FLEISS,
    *(
        _KAPPA._replace(
            statistic=weights, name=f"weighted kappa, {weights}", short=None,
            guide="labels#weighted-kappa", works=("Cohen1968",),
            meaning=f"Cohen’s kappa with {weights} weights by the order of the labels")
        for weights in ("linear", "quadratic")
    ),
    _ALPHA,
    _ALPHA._replace(
        statistic="masi", name="alpha, MASI (RD13)", works=("KR04", "RD13"), narrow=4,
        meaning="Krippendorff’s alpha with one minus simplified MASI as distance of sets of "
        "labels"),
    _ALPHA._replace(
        statistic="ordinal", name="alpha, ordinal", guide="labels#ordinal-alpha", narrow=0,
        meaning="Krippendorff’s alpha with ordinal distance"),
    _ALPHA._replace(
        statistic="interval", name="alpha, interval", guide="labels#numbers", narrow=0,
        meaning="Krippendorff’s alpha with interval distance"),
    FigureRecord(
        "labels", "ac1", "gwet", "Gwet's AC1", None,
        "Gwet’s AC1, less sensitive to skewed label frequencies", "item", "labels#gwets-ac1",
        ("Gwet2008",), True, 0),
    _AC2,
    *(
        _AC2._replace(
            statistic=weights, name=f"Gwet's AC2, {weights}",
            meaning=_AC2.meaning.replace("ordinal", weights))
        for weights in ("linear", "quadratic")
    ),
    _U_ALPHA,
    _U_ALPHA._replace(
        statistic="binary", name="u-alpha without labels", guide="spans#u-alpha-without-labels",
        meaning="the same of characters in spans or not", reported=False),
    _U_ALPHA._replace(
        measure="cu-alpha", name="cu-alpha", guide="spans#labels-alone", reported=False,
        meaning="label agreement on characters in spans of both"),
    _U_ALPHA._replace(
        measure="ku-alpha", name="(k)u-alpha", guide="spans#ku-alpha-of-one-label", reported=False,
        meaning="the same of one label"),
    *(figure for further in FURTHER.values() for figure in further.figures),
    *against_gold("labels", "f1", ("exact", "overlap", *_TOLERANT, *IOU, *CREDITS)),
]
KIND = Kind(
    name="labels", order=2, words="labels", item="span",
    help="Labels of spans: their types, attributes or notes.",
    settings=LabelSettings,
    figures=tuple(_FIGURES),
    further=FURTHER,
    answer=(
        (AnswerWords(
            "%(who)s agree on %(figure)s of the spans with their labels (F1)", ("f1", "exact"),
            instead={
                ("items", "documents"):
                "%(who)s agree on %(figure)s of the labels of documents (F1)",
                ("carried", True):
                "%(who)s agree on %(figure)s of the labels of spans that both drew (F1)",
                ("tokens", True):
                "%(who)s agree on %(figure)s of the tokens with their labels (F1)",
            }),),
        (
            AnswerWords("alpha of the sets of labels %(figure)s", ("alpha", "masi")),
            AnswerWords("alpha of the labels %(figure)s", ("alpha", "nominal")),
        ),
    ),
    paper=Wording(
        "the item is a span that at least two annotators drew, identified by document and "
        "character offsets; its value is its label",
        # The words of figures, too; of layers that compare labels on spans that both have.
        reworded={
            ("shared", True): [
                (_F1.meaning, "F1 of the labels on spans that both have"),
                ("spans that share a character, each matched once,", "overlapping spans"),
            ],
            ("items", "documents"): [
                ("the item is a span that at least two annotators drew, identified by document and "
                 "character offsets", "the item is a document that at least two annotators "
                 "labelled"),
                ("labels on spans that both have", "labels of documents"),
                ("spans with the same first and last character and", "documents with"),
                ("spans that share a character, each matched once,", "documents"),
                ("spans alone, whatever their labels", "documents that both labelled"),
                ("spans that both drew", "documents that both labelled"),
                ("spans that all drew", "documents that all labelled"),
                ("of a span,", "of a document,"), ("of spans with", "of documents with"),
                ("labelled spans", "labels of documents"),
            ],
            ("set", "yes"): [
                ("its value is its label", "its value is the set of its labels"),
                ("share of equal labels", "share of equal sets of labels"),
                ("and the same label", "and a label in common, counted for each label"),
            ],
        },
        coarse=(("f1", "exact"), ("alpha", "nominal"), ("alpha", "masi"))),
    drawn_items=code_at("brat_iaa.layers.labels:label_items"),
    pool=code_at("brat_iaa.scores.labels:PooledLabels"),
    gains=code_at("brat_iaa.places.gains:element_gains"),
    leading="f1",
    differences={
        "missing-span": DifferenceWords(
            "only the second annotator drew the span", "only the other drew the span",
            unordered="not all annotators drew the span", of_extent=True),
        "extra-span": DifferenceWords(
            "only the first annotator drew the span", "the other did not draw the span",
            of_extent=True),
        "missing-label": DifferenceWords(
            "only the second annotator labelled the document",
            "only the other labelled the document",
            unordered="not all annotators labelled the document",
            of_extent=True),
        "extra-label": DifferenceWords(
            "only the first annotator labelled the document",
            "the other did not label the document", of_extent=True),
        "boundaries": DifferenceWords(
            "overlapping spans with the same label, different first or last character",
            "different first or last character", about="the extent of %(label)s", of_extent=True),
        "boundaries+label": DifferenceWords(
            "overlapping spans, different labels and extent", "different label and extent",
            of_extent=True),
    },
    of_spans=True,
    draws=1,
    with_coarse="Spans without labels are the same with both.",
    counted=("f1", "T"),
    elements=("f1",),
)
# fmt: on
