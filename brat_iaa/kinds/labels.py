"""Labels of spans: their types, attributes, references or notes."""

from dataclasses import dataclass
from typing import Optional

from brat_iaa.errors import ConfigError
from brat_iaa.kinds.coarse import coarse_setting
from brat_iaa.kinds.declaration import choice, listed_names, names, text, type_names
from brat_iaa.kinds.figure_names import LEVELS, against_gold, of_levels
from brat_iaa.kinds.figure_record import CHANCE_LINE, FigureRecord, Further
from brat_iaa.kinds.kind import AnswerWords, CodeAt, DifferenceWords, Kind, LayerSettings, Wording
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
        help="Where the label stands: type, attribute:NAME, normalization:DATABASE, notes:TYPE "
        "(the whole text of the notes of a type, such as Lemma), or note:PATTERN, a regular "
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
        "is then also measured by how far labels are apart on it. Where all of them are numbers, "
        "also by their differences. Default: none.")
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
    def nothing(self):
        return "missing-label" if self.item else "missing-span"

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
    "labels#gwets-ac2", ("Gwet2014",),
    "Gwet’s AC2 {0} with ordinal weights by the order of the labels", 0)
_U_ALPHA = FigureRecord(
    "labels", "u-alpha", "nominal", "u-alpha", None,
    "spans, gaps and labels by character, corrected for chance", None, "character",
    "spans#unitizing", ("Krippendorff2016",),
    "Krippendorff’s u-alpha of spans and gaps as units of a continuum of characters {0}", 0)
HEAD = "head"
_TOLERANT = {
    "blanks": (
        "without blanks and punctuation at the edges of spans", "blanks aside",
        "the same but for blanks and punctuation at the edges",
        "F1 of the spans with the same label that are the same but for blanks and punctuation at "
        "their edges"),
    "one-token": (
        "with each boundary up to one token off", "one token off",
        "each boundary at most one token off",
        "F1 of the spans with the same label whose boundaries are at most one token off each"),
    "first-word": (
        "by the first word of spans alone", "same first word", "the same first word",
        "F1 of the spans with the same label and the same first word"),
    "last-word": (
        "by the last word of spans alone", "same last word", "the same last word",
        "F1 of the spans with the same label and the same last word"),
    HEAD: (
        "by the head word of spans alone, from dependencies on the same texts", "same head word",
        "the same head word, by dependencies",
        "F1 of the spans with the same label and the same head word (of a span the token whose "
        "head lies outside of it)"),
}
_TOKENS = (
    _F1._replace(
        measure="token-f1", name="tokens, F1", short=None, meaning=None,
        line="tokens (between blanks) in spans with the same label",
        unit="combination of token and label, in spans of any annotator",
        guide="spans#tokens", narrow=21,
        paper="F1 of the tokens (what stands between blanks) in spans with the same label"),
    _KAPPA._replace(
        measure="token-kappa", name="tokens, Cohen's kappa", short="tokens, kappa", meaning=None,
        line="all tokens, in spans of a label or outside (I/O), corrected for chance",
        unit="token", guide="spans#tokens", narrow=22,
        paper="Cohen’s kappa {0} of all tokens, in spans of a label or outside (I/O),"),
    _KAPPA._replace(
        measure="token-kappa", statistic="fleiss", name="tokens, Fleiss' kappa", short=None,
        meaning=None, unit="token", guide="spans#tokens", works=("Fleiss1971",), paper=""),
    _ALPHA._replace(
        measure="token-alpha", name="tokens, alpha, nominal", meaning=None, unit="token",
        guide="spans#tokens", paper="", narrow=0),
)


def _told_apart(words):
    """Words about tokens in spans, for their beginnings told apart."""
    words = words.replace(" (I/O)", "").replace("tokens,", "tokens (B/I/O),")
    return words.replace("between blanks)", "between blanks; B/I/O)")


_BIO = tuple(
    figure._replace(
        measure=figure.measure.replace("token", "bio"), narrow=figure.narrow and figure.narrow + 2,
        **{name: getattr(figure, name) and _told_apart(getattr(figure, name))
           for name in ("name", "short", "line", "paper")})
    for figure in _TOKENS)
# {name in the setting also: what the measures of its figures begin with}
TOKENS = {"tokens": "token", "bio": "bio"}


FURTHER = {
    **{
        way: Further(f"F1 of spans {words}", tuple(
            figure._replace(
                statistic=way, name=f"{figure.name.partition(', ')[0]}, {name}", short=short and
                f"{short}, {name}", line=line, guide="spans#tolerance", paper=paper, narrow=narrow)
            for figure, short, line, paper, narrow in (
                (_F1, "F1", f"same label, {line}", paper, 11 + number),
                (_SPAN_F1, None, "", "", 0))))
        for number, (way, (words, name, line, paper)) in enumerate(_TOLERANT.items())
    },
    "tokens": Further("F1 and kappa of the tokens in spans", _TOKENS),
    "bio": Further("the same with the first tokens of spans told apart", _BIO),
    LEVELS: of_levels(
        _F1._replace(
            name="types of level #, F1, exact", short="level #",
            line="same span, same type at level #",
            narrow=30, paper="F1 of the spans with the same first and last character and with "
            "types that are the same at level # of annotation.conf"),
        _KAPPA._replace(
            name="types of level #, Cohen's kappa", short=None,
            paper="Cohen’s kappa {0} of the types of level # on the spans that {both} drew"),
        _KAPPA._replace(
            statistic="fleiss", name="types of level #, Fleiss' kappa", short=None, paper="",
            works=("Fleiss1971",)),
        _ALPHA._replace(name="types of level #, alpha, nominal", paper="", narrow=0)),
}
# What is said of spans with labels, and of labels of whole documents instead.
_OF_DOCUMENTS = (
    (
        _F1.meaning,
        "of all labels of documents the share that both gave (Hripcsak & Rothschild 2005)",
    ),
    (_F1.line, "label of a document that both gave"),
    ("spans that both drew", "documents that both labelled"),
    ("the labels of the spans", "the labels of the documents"),
)


def of_items(words, settings) -> str:
    """Words about spans; of a layer whose items are whole documents, about these."""
    for spans, documents in _OF_DOCUMENTS if settings.item == "document" else ():
        words = words.replace(spans, documents)
    return words


_FIGURES = [
    _F1,
    _F1._replace(
        statistic="overlap", name="F1, overlapping", short="F1, overlap", narrow=2, paper="",
        line="overlapping spans, same label", guide="spans#overlapping-spans"),
    _SPAN_F1,
    _SPAN_F1._replace(
        statistic="overlap", name="F1 without labels, overlapping", short=None, paper=""),
    _AGREEMENT,
    _AGREEMENT._replace(
        statistic="masi", name="agreement, MASI (RD13)", guide="dependencies#masi", works=("RD13",),
        paper="The mean similarity of the two sets of labels of a span, by MASI as simplified by "
        "{0:by},", narrow=3),
    _AGREEMENT._replace(
        statistic="masi-full", name="agreement, MASI, full (PA06)", guide="dependencies#full-masi",
        works=("PA06",), paper="", narrow=0),
    _AGREEMENT._replace(
        statistic="exact", name="agreement, exact match", guide="dependencies#exact-match",
        paper="", narrow=0),
    _AGREEMENT._replace(
        statistic="gcm-f1", name="agreement, GCM, F1", works=("RD13",), narrow=0,
        guide="dependencies#one-figure-for-both-directions",
        paper="F1 of all labels in these sets by the global comparison method {0}"),
    _AGREEMENT._replace(
        statistic="gcm", name="agreement, GCM", guide="dependencies#gcm", works=("RD13",),
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
        statistic="ordinal", name="alpha, ordinal", guide="labels#ordinal-alpha", narrow=0,
        paper="Krippendorff’s alpha {0} with ordinal distance"),
    _ALPHA._replace(
        statistic="interval", name="alpha, interval", guide="labels#numbers", narrow=0,
        paper="Krippendorff’s alpha {0} with interval distance"),
    FigureRecord(
        "labels", "ac1", "gwet", "Gwet's AC1", None, CHANCE_LINE, None, "item",
        "labels#gwets-ac1", ("Gwet2008",), "Gwet’s AC1 {0}", 0),
    _AC2,
    _AC2._replace(
        statistic="linear", name="Gwet's AC2, linear",
        paper=_AC2.paper.replace("ordinal", "linear")),
    _AC2._replace(
        statistic="quadratic", name="Gwet's AC2, quadratic",
        paper=_AC2.paper.replace("ordinal", "quadratic")),
    _U_ALPHA,
    _U_ALPHA._replace(
        statistic="binary", name="u-alpha without labels", guide="spans#u-alpha-without-labels",
        line="in a span or not, by character, corrected for chance", paper=""),
    _U_ALPHA._replace(
        measure="cu-alpha", name="cu-alpha", guide="spans#labels-alone", paper="",
        line="labels of characters in spans of both, corrected for chance"),
    _U_ALPHA._replace(
        measure="ku-alpha", name="(k)u-alpha", guide="spans#ku-alpha-of-one-label", paper="",
        line="one label in spans of both, corrected for chance"),
    *(figure for further in FURTHER.values() for figure in further.figures),
    *against_gold("labels", "f1", ("exact", "overlap", *_TOLERANT)),
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
        reworded={
            ("carried", True): [
                (
                    "F1 of the spans with the same first and last character and the same label",
                    "F1 of the labels on spans that both annotators drew with the same first and "
                    "last character",
                ),
            ],
            ("items", "documents"): [
                ("the item is a span that at least two annotators drew, identified by document and "
                 "character offsets", "the item is a document that at least two annotators "
                 "labelled"),
                ("spans with the same first and last character and", "documents with"),
                ("spans that {both} drew", "documents that {both} labelled"),
                ("combinations of span and label, drawn by any annotator",
                 "combinations of document and label"),
            ],
            ("set", "yes"): [
                ("its value is its label", "its value is the set of its labels"),
                ("share of equal labels", "share of equal sets of labels"),
                ("and the same label", "and a label in common, counted for each label"),
            ],
        },
        coarse=(("f1", "exact"), ("alpha", "nominal"), ("alpha", "masi"))),
    layer_documents=CodeAt("brat_iaa.layers.layer_document:layer_documents"),
    drawn_items=CodeAt("brat_iaa.layers.labels:label_items"),
    pool=CodeAt("brat_iaa.scores.labels:PooledLabels"),
    gains=CodeAt("brat_iaa.places.gains:element_gains"),
    leading="f1",
    differences={
        "missing-span": DifferenceWords(
            "only the second annotator drew the span", "only the other drew the span",
            unordered="not all annotators drew the span", absent="no such span", of_extent=True),
        "extra-span": DifferenceWords(
            "only the first annotator drew the span", "the other did not draw the span",
            absent="no such span", of_extent=True),
        "missing-label": DifferenceWords(
            "only the second annotator labelled the document",
            "only the other labelled the document",
            unordered="not all annotators labelled the document", absent="no label",
            of_extent=True),
        "extra-label": DifferenceWords(
            "only the first annotator labelled the document",
            "the other did not label the document", absent="no label", of_extent=True),
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
