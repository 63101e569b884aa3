"""Disagreements as rows for people and programs: text lines, CSV, JSON."""

import csv
import io

from brat_iaa.formats.terminal import printable
from brat_iaa.formats.words import absent, drawn_in_words, ends_in_text, ends_in_words

_SIDES = ("a", "b")
_OF_SIDE = (
    "annotator",
    "pos",
    "label",
    "head",
    "head_start",
    "head_end",
    "distance",
    "ends",
    "ends_at",
    "token_id",
    "arc_id",
    "file",
    "line",
)
FIELDS = (
    ("layer", "document", "sentence", "token", "start", "end", "kind")
    + tuple(f"{name}_{side}" for side in _SIDES for name in _OF_SIDE)
    + ("link_a", "link_b", "link_both")
)
PATTERN_FIELDS = ("times", "layer", "kind", "annotator_a", "label_a", "annotator_b", "label_b")

# Characters with which a spreadsheet begins a formula, also in their wide forms.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def rows(disagreements, links=None, untold=()):
    """A flat dict for each disagreement, the keys FIELDS in each.

    layer, document, kind   see Disagreement
    sentence                number in the document, from 1
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
    return [_row(found, links, untold) for found in disagreements]


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


def _row(found, links, untold):
    row = {
        "layer": found.layer,
        "document": found.document,
        "sentence": found.sentence,
        "token": found.token.text,
        "start": found.token.start,
        "end": found.token.end,
        "kind": found.kind,
    }
    for side, annotator, arc, head, ends, file, distance in zip(
        _SIDES, found.annotators, found.arcs, found.heads, found.ends, found.files, found.distances
    ):
        told = annotator not in untold
        row.update(
            {
                f"annotator_{side}": annotator,
                f"pos_{side}": found.token.types.get(annotator),
                f"label_{side}": arc.label if arc else None,
                f"head_{side}": head.text if head else None,
                f"head_start_{side}": head.start if head else None,
                f"head_end_{side}": head.end if head else None,
                f"distance_{side}": distance,
                f"ends_{side}": ends_in_words(ends) or None,
                f"ends_at_{side}": ends_in_text(ends) or None,
                f"token_id_{side}": found.token.ids.get(annotator) if told else None,
                f"arc_id_{side}": arc.id if arc and told else None,
                f"file_{side}": file if told else None,
                f"line_{side}": arc.line if arc and told else None,
            }
        )
    addresses = links(found) if links else None
    row["link_a"] = addresses.a if addresses else None
    row["link_b"] = addresses.b if addresses else None
    row["link_both"] = addresses.both if addresses else None
    return row


def to_csv(rows, fields=FIELDS):
    """CSV with a header, also without rows; text that a spreadsheet would take for a formula begins
    with an apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    for row in rows:
        writer.writerow([safe_cell(row[field]) for field in fields])
    return out.getvalue()


def safe_cell(value):
    """A value as a spreadsheet may read it: text stays text, None is empty, numbers are numbers."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def to_text(rows, sentences=None):
    """Lines a linguist can read, grouped by document and sentence.

    sentences  {(document, number): text of the sentence}; where there is none, only the number is
               shown
    """
    out, place = [], None
    several = len({row["layer"] for row in rows}) > 1
    for row in rows:
        if (row["document"], row["sentence"]) != place:
            out += [""] if out else []
            place = row["document"], row["sentence"]
            out.append(f"{row['document']}, sentence {row['sentence']}")
            text = (sentences or {}).get(place)
            out += [f"  {text.strip()}"] if text else []
        layer = f"{row['layer']}, " if several else ""
        out.append(f"  “{row['token']}” ({row['start']}–{row['end']}): {layer}{row['kind']}")
        width = max(len(row[f"annotator_{side}"]) for side in _SIDES)
        values = [_value(row, side) for side in _SIDES]
        for side, value in zip(_SIDES, values):
            name = f"{row[f'annotator_{side}']}:"
            out.append(
                f"    {name:<{width + 1}} {value:<{max(map(len, values))}}  {_place(row, side)}"
            )
            out += [f"      {row[f'link_{side}']}"] if row[f"link_{side}"] else []
        out += [f"    side by side: {row['link_both']}"] if row["link_both"] else []
    return "".join(printable(line) + "\n" for line in out)


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


def patterns_to_text(rows):
    """Lines "34  label  anna: obj, ben: obl" from rows with times, kind, annotators and labels;
    layers if several.
    """
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
