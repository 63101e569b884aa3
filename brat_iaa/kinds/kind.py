"""What is said of a kind of layer, in one declaration: all other rooms read it here."""

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Callable, ClassVar, NamedTuple, Optional

from brat_iaa.kinds.declaration import Settings


def code_at(path: str) -> Callable:
    """Code of a kind of layer, which is imported when it is called for the first time.

    path  "brat_iaa.layers.chains:ChainItems"
    """

    def call(*arguments: Any, **named: Any) -> Any:
        module, _, name = path.partition(":")
        return getattr(import_module(module), name)(*arguments, **named)

    return call


@dataclass(frozen=True)
class LayerSettings(Settings):
    """What reports ask of a layer and its settings answer; here, the answers of most kinds.

    of_project  whether they hold even where no such layer is compared, and may stand in [project]:
                they say what a token is. There is one layer of such a kind at most.
    item        what the first figure counts, where that is not what the kind says
    reads       first letters of the lines that the layer reads; M is an old form of A
    arcs        whether arcs are compared: as dependencies, or as the trees that they make
    own_texts   whether annotators whose texts differ are compared, sentence by sentence
    label_source where the labels stand: "type", or a source as in Inventory.labels
    labelled    the records that carry the labels, "spans" or "relations"; None where the labels are
                not known before the layer is compared
    annotations what a gold of the layer consists of: {kind of annotation, as in
                adjudication.places: the types that count, None for all}
    drawn       what annotators draw, where it is no label of something that is drawn:
                {"spans", "relations", "events" or "equivs": the types that count, None for all}
    contradiction (key, why it does not go with another setting); two "" if all go together
    """

    of_project = False
    item = ""
    reads = "TR"
    arcs = False
    own_texts = False
    label_source = "type"
    labelled: ClassVar[Optional[str]] = None
    annotations: ClassVar[dict] = {}
    contradiction = "", ""
    drawn: ClassVar[dict] = {}

    @property
    def carried(self) -> bool:
        """Whether the labels stand on spans and are not their types."""
        return self.label_source != "type"


class AnswerWords(NamedTuple):
    """A part of the answer in one sentence.

    text     with the placeholder %(figure)s; the leading figure's with %(who)s as well
    key      (measure, statistic)
    instead  {(name, value): another text} where the settings of the layer have this value; tokens:
             whether all its spans are tokens
    """

    text: str
    key: tuple
    instead: dict = {}


class Wording(NamedTuple):
    """What a paper says of a kind of layer.

    items       what the items and values are; dependencies have sentences of their own
    reworded    what a setting changes in these words and those of figures:
                {(setting, its value): [(words, words instead)]}; shared: whether labels are
                compared on those spans alone that both have
    coarse      keys of the figures with coarse labels that are reported
    """

    items: str
    reworded: dict = {}
    coarse: tuple = ()


class DifferenceWords(NamedTuple):
    """A kind of disagreement.

    meaning    seen from a pair, in its order
    in_brat    seen from the first of the pair, whose document is open
    unordered  of annotators in no order, for whom extra is the same as missing; "": as meaning
    about      what a pattern of one label is about; ""
    of_extent  whether one annotator did not draw it, or drew other boundaries, so that what stands
               on it cannot agree
    """

    meaning: str
    in_brat: str
    unordered: str = ""
    about: str = ""
    of_extent: bool = False


@dataclass(frozen=True)
class Kind:
    """A kind of layer. What has no default must be said of each.

    name            as in iaa.conf
    order           its place among the kinds, where all are listed
    words           what such layers are, in the plural
    item            what the first figure counts
    help            a sentence for iaa.conf
    settings        class of its settings, LayerSettings
    figures         tuple of FigureRecord, in the order in which papers report them
    further         {name in the setting also: Further}, whose figures are among these
    answer          ((AnswerWords, ...), ...): of each tuple the first whose figure the layer has
    paper           Wording
    layer_document  function of (ParallelDocument, its ComparedDocument, Layer) that returns a
                    LayerDocument, called again only for documents of which a file changes; None of
                    kinds that read all documents at once
    drawn_items     function of (Batch, Layer) that returns what was drawn as DrawnItems; None of
                    arcs and trees over tokens
    pool            function of (DrawnLayer, annotators, progress, executor) that returns a
                    PooledLayer
    differences     {name: DifferenceWords} of what may differ at an item, in the order in which
                    they are shown; without those that a kind before this one has declared
    gains           function of (Agreement, Layer) that returns what settling a pattern brings, as
                    places.gains.gains() does; None: nobody knows
    leading         the measure by which patterns are ordered; None without gains
    of_spans        whether items are labelled spans: pages show the labels with the text
    together        what the gold takes with a decision, sentences; "": what is chosen alone
    with_coarse     which figures coarse labels cannot change, a sentence
    guides          {(measure, statistic): TOPIC#ANCHOR} of what is explained and is no figure
    elements        the F1s that have precision and recall against a gold: measures, for the method
                    elements() of the pooled layer
    counted         the F1 of which it is said what lines that could not be read may change, and
                    the first letter of the lines that it counts; two "" without one
    label_figure    (measure, statistic) by which labels are ordered; None: the first of each label
    syntax          whether arcs or trees over the tokens of sentences are compared
    listed          whether what differs is listed as disagreements of the layer
    leads           whether layers of the kind come before all others
    at_once         whether all figures are computed as soon as files change: other processes, or a
                    cluster, may share the work
    draws           whether annotators draw what others stand on, and how basic that is: 1 for
                    spans; 0: no
    """

    name: str
    order: int
    words: str
    item: str
    help: str
    settings: type[LayerSettings]
    figures: tuple
    answer: tuple[tuple[AnswerWords, ...], ...]
    paper: Wording
    pool: Callable
    differences: dict
    layer_document: Optional[Callable] = None
    drawn_items: Optional[Callable] = None
    further: dict = field(default_factory=dict)
    gains: Optional[Callable] = None
    leading: Optional[str] = None
    of_spans: bool = False
    together: str = ""
    with_coarse: str = ""
    guides: dict = field(default_factory=dict)
    elements: tuple = ()
    counted: tuple[str, str] = ("", "")
    label_figure: Optional[tuple] = None
    syntax: bool = False
    listed: bool = True
    leads: bool = False
    at_once: bool = False
    draws: int = 0

    def __post_init__(self):
        if not any(figure.narrow == 1 for figure in self.figures):
            raise TypeError("missing a leading figure in 'figures', whose narrow is 1")
        keys = {figure.key for figure in self.figures if figure.kind == self.name}
        measures = {measure for measure, _ in keys}
        for part, named_there, there in (
            ("answer", [words.key for either in self.answer for words in either], keys),
            ("label_figure", filter(None, [self.label_figure]), keys),
            ("counted", filter(None, self.counted[:1]), measures),
            ("elements", self.elements, measures),
        ):
            for name in named_there:
                if name not in there:
                    raise TypeError(f"'{part}' names {name}, of which 'figures' has none")
