"""Disagreements as rows for people and programs: text lines, CSV, JSON."""

import csv
import io

_SIDES = ("a", "b")

# Characters with which a spreadsheet begins a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def rows(disagreements, links=None):
    """A flat dict for each disagreement, the same keys in the same order in each.

    links  function of a disagreement that returns an object with the brat
           addresses a, b (each annotator's document) and both (side by side),
           each None where brat cannot be linked; None: no addresses at all
    """
    return [_row(found, links) for found in disagreements]


def _row(found, links):
    row = {
        "layer": found.layer,
        "document": found.document,
        "sentence": found.sentence,
        "token": found.token.text,
        "start": found.token.start,
        "end": found.token.end,
        "kind": found.kind,
    }
    for side, annotator, arc, head, file, distance in zip(
        _SIDES, found.annotators, found.arcs, found.heads, found.files, found.distances
    ):
        row.update(
            {
                f"annotator_{side}": annotator,
                f"pos_{side}": found.token.types.get(annotator),
                f"label_{side}": arc.label if arc else None,
                f"head_{side}": head.text if head else None,
                f"head_start_{side}": head.start if head else None,
                f"head_end_{side}": head.end if head else None,
                f"distance_{side}": distance,
                f"token_id_{side}": found.token.ids.get(annotator),
                f"arc_id_{side}": arc.id if arc else None,
                f"file_{side}": file,
                f"line_{side}": arc.line if arc else None,
            }
        )
    addresses = links(found) if links else None
    row["link_a"] = addresses.a if addresses else None
    row["link_b"] = addresses.b if addresses else None
    row["link_both"] = addresses.both if addresses else None
    return row


def to_csv(rows):
    """CSV with a header; text that a spreadsheet would take for a formula begins with an apostrophe."""
    out = io.StringIO()
    if rows:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(rows[0])
        for row in rows:
            writer.writerow([safe_cell(value) for value in row.values()])
    return out.getvalue()


def safe_cell(value):
    """A value as a spreadsheet may read it: text stays text, None is empty, numbers are numbers."""
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def to_text(rows):
    """Lines a linguist can read, grouped by document and sentence."""
    out, place = [], None
    for row in rows:
        if (row["document"], row["sentence"]) != place:
            place = row["document"], row["sentence"]
            out.append(f"{row['document']}, sentence {row['sentence']}")
        out.append(f"  “{row['token']}” ({row['start']}–{row['end']}): {row['kind']}")
        out += [f"    {_side(row, side)}" for side in _SIDES]
        if row["link_both"]:
            out.append(f"    side by side: {row['link_both']}")
    return "\n".join(out) + "\n" if out else ""


def _side(row, side):
    annotator = row[f"annotator_{side}"]
    if row[f"label_{side}"] is None:
        where = row[f"file_{side}"]
        value = "no arc" if row[f"token_id_{side}"] else "no such token"
    else:
        value = f"{row[f'label_{side}']} ← “{row[f'head_{side}']}” ({row[f'arc_id_{side}']})"
        where = f"{row[f'file_{side}']} line {row[f'line_{side}']}"
    link = row[f"link_{side}"]
    return f"{annotator}: {value}  {where}" + (f"  {link}" if link else "")


def patterns_to_text(rows):
    """Lines "34  label  anna: obj, ben: obl" from rows with times, kind, annotators and labels."""
    if not rows:
        return ""
    times = max(len(str(row["times"])) for row in rows)
    kinds = max(len(row["kind"]) for row in rows)
    return "".join(
        f"{row['times']:>{times}}  {row['kind']:<{kinds}}  "
        f"{row['annotator_a']}: {row['label_a'] or 'no arc'}, "
        f"{row['annotator_b']}: {row['label_b'] or 'no arc'}\n"
        for row in rows
    )
