"""Disagreements as rows for people and programs: text lines, CSV, JSON."""

from brat_iaa.formats.display_names import absent, drawn_in_words
from brat_iaa.formats.terminal import printable
from brat_iaa.report.places import WHERE_FIELDS, by_sentence, mark_row, where

_SIDES = ("a", "b")
FOLLOWS_FIELDS = ("follows_layer", "follows_start", "follows_end")
_OF_SIDE = (
    "annotator", "pos", "label", "head", "head_start", "head_end", "distance", "ends", "ends_at",
    "token_id", "arc_id", "file", "line",
)  # fmt: skip
FIELDS = (
    *WHERE_FIELDS, "kind", *FOLLOWS_FIELDS,
    *(f"{name}_{side}" for side in _SIDES for name in _OF_SIDE), "link_a", "link_b", "link_both",
)  # fmt: skip
PATTERN_FIELDS = ("times", "layer", "kind", "annotator_a", "label_a", "annotator_b", "label_b")


def rows(disagreements, links=None, untold=()):
    """A flat dict for each disagreement, the keys FIELDS in each.

    layer, document, kind   see Disagreement
    sentence                number in the document, from 1
    follows_layer, follows_start, follows_end  the place to which it belongs, where it follows from
                            another disagreement; None where it does not
    token, start, end       the words; characters of the text, end exclusive
    and for each side, a and b (the first and the second annotator of the pair):
    annotator_              name
    pos_                    span type of the token; None without the token
    label_, head_           label and words of the head; None without an arc. In layers without arcs
                            the label of what is marked, and no head
    head_start_, head_end_  characters of the head
    distance_               place of the head minus place of the token, in the
                            document's tokens; None without an arc or from the root
    ends_, ends_at_         both ends of a relation, or an event's trigger and arguments: words, and
                            characters of the text; None where there are none
    token_id_, arc_id_      brat's ids; None where there is no token or arc
    file_, line_            the .ann below the project; line of the arc, from 1
    link_a, link_b          addresses of the annotators' documents in brat
    link_both               address of both side by side

    links  function of a disagreement that returns an object with the brat
           addresses a, b and both, each None where brat cannot be linked;
           None: no addresses at all
    untold  names of annotators of whose files nothing is told: their ids, lines and paths are None
    """
    return [_row(disagreement, links, untold) for disagreement in disagreements]


def pattern_rows(patterns):
    """A flat dict for each Pattern, the keys PATTERN_FIELDS in each; a label is None for no arc."""
    return [
        {
            "times": pattern.count,
            "layer": pattern.layer,
            "kind": pattern.kind,
            "annotator_a": pattern.annotators[0],
            "label_a": pattern.labels[0] or None,
            "annotator_b": pattern.annotators[1],
            "label_b": pattern.labels[1] or None,
        }
        for pattern in patterns
    ]


def _row(disagreement, links, untold):
    layer, _, fragments = disagreement.follows or (None, None, ((None, None),))
    row = {**where(disagreement), "kind": disagreement.kind}
    row.update(zip(FOLLOWS_FIELDS, (layer, fragments[0][0], fragments[-1][1])))
    token = disagreement.token
    for side, annotator, arc, file in zip(
        _SIDES, disagreement.annotators, disagreement.arcs, disagreement.files
    ):
        told = annotator not in untold
        of_side = {
            **(mark_row(token, arc, told) if arc else {}),
            "annotator": annotator,
            "pos": token.types.get(annotator),
            "token_id": token.ids.get(annotator) if told else None,
            "arc_id": arc.id if arc and told else None,
            "file": file if told else None,
        }
        row.update({f"{name}_{side}": of_side.get(name) for name in _OF_SIDE})
    addresses = links(disagreement) if links else None
    for name in ("a", "b", "both"):
        row[f"link_{name}"] = getattr(addresses, name) if addresses else None
    return row


def to_text(rows, sentences=None):
    """Lines a linguist can read, grouped by document and sentence.

    sentences  {(document, number): text of the sentence}; where there is none, only the number is
               shown
    """
    return by_sentence(rows, sentences, lambda row: row["kind"], _sides)


def _sides(row):
    """A line for each of the two annotators, with the addresses in brat."""
    width = max(len(row[f"annotator_{side}"]) for side in _SIDES) + 1
    values = [_value(row, side) for side in _SIDES]
    for side, value in zip(_SIDES, values):
        name = f"{row[f'annotator_{side}']}:"
        yield f"    {name:<{width}} {value:<{max(map(len, values))}}  {_place(row, side)}"
        if row[f"link_{side}"]:
            yield f"      {row[f'link_{side}']}"
    if row["link_both"]:
        yield f"    side by side: {row['link_both']}"
    if row["follows_layer"] is not None:
        yield (
            f"    follows from: {row['follows_layer']}, {row['follows_start']}–{row['follows_end']}"
        )


def _value(row, side):
    if row[f"label_{side}"] is None:
        return absent(row["kind"], row[f"token_id_{side}"])
    head = row[f"head_{side}"]
    return drawn_in_words(row[f"label_{side}"], head and f"“{head}”", row[f"ends_{side}"])


def _place(row, side):
    place = row[f"file_{side}"]
    if row[f"line_{side}"] is not None:
        place += f" line {row[f'line_{side}']} ({row[f'arc_id_{side}']})"
    return place


def patterns_to_text(patterns):
    """Lines "34  label  anna: obj, ben: obl" of Patterns; layers if several."""
    rows = pattern_rows(patterns)
    if not rows:
        return ""
    layers = list(dict.fromkeys(row["layer"] for row in rows))
    width = max(map(len, layers)) if len(layers) > 1 else 0
    times = max(len(str(row["times"])) for row in rows)
    kinds = max(len(row["kind"]) for row in rows)
    return "".join(
        printable(
            f"{row['times']:>{times}}  "
            + (f"{row['layer']:<{width}}  " if width else "")
            + f"{row['kind']:<{kinds}}  "
            f"{row['annotator_a']}: {row['label_a'] or absent(row['kind'])}, "
            f"{row['annotator_b']}: {row['label_b'] or absent(row['kind'])}"
        )
        + "\n"
        for row in rows
    )
