"""Every setting of iaa.conf: where it stands, its default, its explanation, what is allowed."""

from typing import NamedTuple, Optional


class Setting(NamedTuple):
    """One line of iaa.conf. choices: None for free text; many: a list separated by commas."""

    section: str
    key: str
    default: str
    help: str
    choices: Optional[tuple[str, ...]] = None
    many: bool = False


# The section that explains those of the phases; each has its own name after "phase".
PHASE = "phase 2 revised"
# What a phase replaces while it is the current one.
_REVEAL = ("none", "scores", "own", "all")
_OTHERS = ("blinded", "named", "hidden")

SETTINGS = (
    Setting(
        "project", "name", "", "Name of the project in reports. Default: the directory's name."
    ),
    Setting(
        "project",
        "annotators",
        "",
        (
            "Directories of the annotators, separated by commas. Default: every directory "
            "with .ann files."
        ),
        many=True,
    ),
    Setting(
        "project",
        "layout",
        "{annotator}/{document}",
        "Where the files lie. With batches of annotators: {folder}/{annotator}/{document}.",
    ),
    Setting(
        "project",
        "sentences",
        "newline",
        "Where a sentence ends: newline (one sentence a line), or punctuation (also after . ! ?).",
        ("newline", "punctuation"),
    ),
    Setting(
        "project", "gold", "", "Directory of the reference, if there is one. It is no annotator."
    ),
    Setting(
        "project", "root", "ROOT", "Span type of the root token. It can be a head, but is no item."
    ),
    Setting(
        "project",
        "phase",
        "",
        "Name of the current phase of the annotation, such as 2 revised. Default: none.",
    ),
    Setting("layer dependencies", "kind", "dependencies", "What is compared.", ("dependencies",)),
    Setting(
        "layer dependencies",
        "head",
        "Arg1",
        (
            "Role of the head in a relation. If a relation lacks it, the head is the end "
            "written first."
        ),
    ),
    Setting(
        "layer dependencies",
        "labels",
        "",
        "Relation types that are dependencies. Default: all of them.",
        many=True,
    ),
    Setting(
        "layer dependencies",
        "token_types",
        "",
        "Span types that are tokens. Default: all of them.",
        many=True,
    ),
    Setting(
        "layer dependencies",
        "tokens",
        "shared",
        "shared: all annotators have the same tokens, and a token that one lacks is "
        "missing for that "
        "one. drawn: annotators draw the tokens themselves, and a token that only one drew counts, "
        "with no head for the other.",
        ("shared", "drawn"),
    ),
    Setting(
        "layer dependencies",
        "no_arcs",
        "count",
        "A document in which an annotator drew no arc at all: count (every token is "
        "without a head) or "
        "missing (not annotated yet).",
        ("count", "missing"),
    ),
    Setting(
        "layer dependencies",
        "punctuation",
        "in",
        "in: punctuation tokens count. out: they do not.",
        ("in", "out"),
    ),
    Setting(
        "layer dependencies",
        "punctuation_types",
        "",
        "Span types that are punctuation. Default: tokens made only of Unicode punctuation.",
        many=True,
    ),
    Setting(
        "layer dependencies",
        "distance",
        "masi",
        "Similarity of sets in alpha: masi (Ragheb & Dickinson 2013), masi-full "
        "(Passonneau 2006) or "
        "jaccard.",
        ("masi", "masi-full", "jaccard"),
    ),
    Setting(
        "layer labels",
        "kind",
        "labels",
        "Labels of spans: their types, attributes or notes.",
        ("labels",),
    ),
    Setting(
        "layer labels",
        "value",
        "type",
        "Where the label stands: type, attribute:NAME, normalization:DATABASE, "
        "notes:TYPE (the whole text of the notes "
        "of a type, such as Lemma), or note:PATTERN, a regular expression whose group "
        "in brackets is the value.",
    ),
    Setting(
        "layer labels",
        "types",
        "",
        "Span types that are items. Default: all but the root.",
        many=True,
    ),
    Setting(
        "layer labels",
        "set",
        "no",
        "yes: the value is a set, separated by commas in a note, or all attributes of that name.",
        ("no", "yes"),
    ),
    Setting(
        "layer trees",
        "kind",
        "trees",
        "Trees over the dependencies, or of nested spans.",
        ("trees",),
    ),
    Setting(
        "layer trees",
        "nodes",
        "arcs",
        "arcs: dependency trees. spans: phrase structure, nested spans are its nodes.",
        ("arcs", "spans"),
    ),
    Setting(
        "layer trees",
        "several_heads",
        "exclude",
        (
            "A sentence in which a token has several heads is no tree: exclude it, or keep "
            "the first arc."
        ),
        ("exclude", "first"),
    ),
    Setting(
        "layer trees",
        "primary",
        "",
        (
            "With several_heads = first: labels whose arc is kept before others. Default: "
            "the first in the file."
        ),
        many=True,
    ),
    Setting(
        "layer trees",
        "types",
        "",
        "With nodes = spans: span types that are phrases. Default: all.",
        many=True,
    ),
    Setting(
        "layer trees",
        "expected",
        "exact",
        "Expected disagreement of alpha: exact (all pairs of trees), or sampled "
        "(100000 pairs drawn "
        "at random, where there are more than 100 million; scores name their standard "
        "error). Worth "
        "it from some 75000 trees on.",
        ("exact", "sampled"),
    ),
    Setting("layer chains", "kind", "chains", "Coreference chains.", ("chains",)),
    Setting(
        "layer chains",
        "types",
        "",
        "Span types that are mentions. Default: all but the root.",
        many=True,
    ),
    Setting(
        "layer chains",
        "relations",
        "",
        (
            "Relation types, of arcs or of * lines, that say two mentions corefer. "
            "Default: all * lines."
        ),
        many=True,
    ),
    Setting(
        "layer relations",
        "kind",
        "relations",
        "Discourse relations with a connective.",
        ("relations",),
    ),
    Setting(
        "layer relations",
        "types",
        "",
        "Event types, or relation types, that are discourse relations. Default: all events.",
        many=True,
    ),
    Setting(
        "layer relations", "start", "Start", "Role of the argument at which a relation starts."
    ),
    Setting("layer relations", "target", "Target", "Role of the argument to which it leads."),
    Setting(
        "layer relations",
        "connective",
        "trigger",
        "Where the connective stands: trigger (of the event), attribute:NAME or note.",
    ),
    Setting(
        "layer relations",
        "connectives",
        "shared",
        "Connectives are the same if they have a token in common (shared) or all of them (equal).",
        ("shared", "equal"),
    ),
    Setting(
        "layer entity-relations",
        "kind",
        "entity-relations",
        "Relations between spans, such as born-in between a person and a place.",
        ("entity-relations",),
    ),
    Setting(
        "layer entity-relations",
        "types",
        "",
        "Relation types that are compared. Default: all of them.",
        many=True,
    ),
    Setting(
        "layer entity-relations",
        "symmetric",
        "",
        "Relation types that say the same in both directions, such as married: they match either "
        "way round. Default: none.",
        many=True,
    ),
    Setting(
        "layer events",
        "kind",
        "events",
        "Events: a trigger with a type, and arguments in roles.",
        ("events",),
    ),
    Setting(
        "layer events",
        "types",
        "",
        "Event types that are compared. Default: all of them.",
        many=True,
    ),
    Setting(
        "layer events",
        "numbers",
        "drop",
        "brat numbers several arguments of one role: Theme, Theme2. drop: the number "
        "does not count, "
        "both are the role Theme. keep: numbers belong to the names of roles, such as "
        "ARG0 and ARG1.",
        ("drop", "keep"),
    ),
    Setting(
        "anchoring",
        "anchors",
        "",
        "Directories of automatic annotation that annotators started from, one for "
        "each tool. They are no "
        "annotators.",
        many=True,
    ),
    Setting(
        "anchoring",
        "started_from",
        "",
        "What each annotator started from, such as anna: turbo, ben: rbg. Default: "
        "everybody is compared "
        "with every anchor.",
        many=True,
    ),
    Setting(
        "anchoring",
        "gold_of",
        "",
        "Directories of references that were made from an anchor, such as turbo_gold: "
        "turbo. The gold of "
        "[project] is then the one made from scratch.",
        many=True,
    ),
    Setting("anchoring", "scratch", "", "Annotators who started from nothing.", many=True),
    Setting(
        "anchoring",
        "reviewed",
        "",
        (
            "Directories of the same annotation after review, in the order of scratch. "
            "They are no annotators."
        ),
        many=True,
    ),
    Setting(
        "anchoring",
        "judges",
        "",
        "A table below the project (CSV or tab-separated) of what judges preferred, "
        "with the columns document, "
        "start, end, judge, preferred: a token's offsets, and the directory whose "
        "annotation of it is better.",
    ),
    Setting(
        "access",
        "managers",
        "",
        (
            "Names by which managers log in to brat. They see everything, and alone choose "
            "what others see."
        ),
        many=True,
    ),
    Setting(
        "access",
        "reveal",
        "none",
        "What annotators see: none (nothing yet), scores (figures of the whole "
        "project, renewed once a day), own "
        "(the disagreements between them and each other annotator, in documents that "
        "both began), or all.",
        _REVEAL,
    ),
    Setting(
        "access",
        "others",
        "blinded",
        "With reveal = own: other annotators are called annotator 1, annotator 2 "
        "(blinded), or by name (named), or "
        "annotators only learn at which token somebody differs from them, and neither "
        "who nor how (hidden).",
        _OTHERS,
    ),
    Setting(
        "access",
        "review",
        "yes",
        (
            "With reveal = own or all: whether annotators may say of each of their "
            "disagreements what they think of it."
        ),
        ("yes", "no"),
    ),
    Setting(
        "access",
        "guests",
        "none",
        (
            "What everybody else sees, with a login of brat or without. An annotator sees "
            "at least as much."
        ),
        ("none", "scores", "all"),
    ),
    Setting(
        "access",
        "logins",
        "",
        (
            "Who logs in to brat by another name than that of the directory, such as "
            "asmith: anna, ben.k: ben."
        ),
        many=True,
    ),
    Setting(
        PHASE,
        "reveal",
        "",
        "Instead of reveal in [access], while phase in [project] names this phase. "
        "There may be a section for each "
        "phase, in their order. Default: as in [access].",
        _REVEAL,
    ),
    Setting(PHASE, "others", "", "Likewise instead of others in [access].", _OTHERS),
    Setting(PHASE, "review", "", "Likewise instead of review in [access].", ("yes", "no")),
    Setting(
        "intervals",
        "unit",
        "sentences",
        "What intervals take as drawn at random, each as a whole: sentences, or documents (10 or "
        "more). With documents they hold for other documents of this kind, too.",
        ("sentences", "documents"),
    ),
)

# Settings of older versions, and why they have no effect any more.
_RESAMPLING = "Intervals are computed without resampling now."
OUTDATED = {("intervals", "resamples"): _RESAMPLING, ("intervals", "seed"): _RESAMPLING}
