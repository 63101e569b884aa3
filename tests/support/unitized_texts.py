"""Texts that annotators divided into units at random, and u-alpha from its definition.

A continuum is a list of documents: (length, {annotator: units}); a unit is (start, end, value).
"""

from fractions import Fraction

from small_projects import put_raw

GAP = None


def random_units(random, length, values="ABC", step=6):
    """Units without overlap, some of them side by side."""
    units, position = [], 0
    while position < length:
        end = min(position + random.randint(1, step), length)
        if random.random() < 0.6:
            units.append((position, end, random.choice(values)))
        position = end
    return units


def changed(random, units, length, share=0.3):
    """Units with some left out, or with another end or value; still without overlap."""
    made, position = [], 0
    for start, end, value in units:
        start = max(start, position)
        if random.random() < share:
            end = min(max(end + random.randint(-2, 2), start), length)
        if random.random() < share / 2:
            value = random.choice("ABC")
        if start < end and random.random() > share / 3:
            made.append((start, end, value))
            position = end
    return made


def segments(units, length):
    """Units and the gaps between them."""
    made, position = [], 0
    for start, end, value in sorted(units):
        made += [(position, start, GAP)] * (position < start) + [(start, end, value)]
        position = end
    return made + [(position, length, GAP)] * (position < length)


def common(first, second):
    """Number of characters that two segments share."""
    return max(0, min(first[1], second[1]) - max(first[0], second[0]))


def family(documents):
    """{name, or (name, value): (D_o, D_e)} from the definition, over all pairs of segments."""
    full, lengths = {}, []  # l_ck; (value, length, pairable length) of each segment
    for length, units_of in documents:
        if len(units_of) < 2:
            continue
        parts = [segments(units, length) for units in units_of.values()]
        share = Fraction(1, len(parts) - 1)
        for number, own in enumerate(parts):
            others = [other for j, part in enumerate(parts) if j != number for other in part]
            for segment in own:
                pairable = sum(common(segment, other) for other in others if other[2] is not GAP)
                lengths.append((segment[2], segment[1] - segment[0], pairable * share))
                for other in others:
                    key = segment[2], other[2]
                    full[key] = full.get(key, 0) + common(segment, other) * share
    whole = [(c, own if c is GAP else own**2) for c, own, _ in lengths]
    figures = {"u": coefficient(full, whole)}
    binary = {}
    for pair, number in full.items():
        pair = tuple(value is GAP for value in pair)
        binary[pair] = binary.get(pair, 0) + number
    figures["|u"] = coefficient(binary, [(c is GAP, same) for c, same in whole])
    shared = {pair: number for pair, number in full.items() if GAP not in pair}
    same = [(c, pairable**2) for c, _, pairable in lengths if c is not GAP]
    if shared:
        figures["cu"] = coefficient(shared, same)
        figures |= {("ku", k): of_value(shared, same, k) for k, _ in same}
    return figures


def expected_coincidences(observed, same):
    """{(c, k): e_ck} from l_ck and the squared lengths [(value, square)]."""
    values = {c for c, _ in observed}
    row = {c: sum(observed.get((c, k), 0) for k in values) for c in values}
    total = sum(row.values())
    below = total - Fraction(sum(square for _, square in same)) / total
    return {
        (c, k): (row[c] * row[k] - (c == k) * sum(square for own, square in same if own == c))
        / below
        for c in values
        for k in values
    }


def coefficient(observed, same):
    """(D_o, D_e)"""
    expected = expected_coincidences(observed, same)
    return tuple(
        1 - sum(number for (c, k), number in table.items() if c == k) / sum(table.values())
        for table in (observed, expected)
    )


def of_value(observed, same, value):
    """(D_o, D_e) of one value; None if no unit with it shares a character with another's."""
    tables = observed, expected_coincidences(observed, same)
    if not sum(number for (_, k), number in observed.items() if k == value):
        return None
    return tuple(
        1 - table.get((value, value), 0) / sum(n for (_, k), n in table.items() if k == value)
        for table in tables
    )


def write(root, documents, settings="[layer spans]\nkind = labels\n"):
    """A project; documents: {name: (text, {annotator: units})}. A unit may have several parts: it
    is (start, end, value) or ([(start, end), ...], value).
    """
    for name, (text, units_of) in documents.items():
        for annotator, units in units_of.items():
            lines = []
            for number, (*where, value) in enumerate(units, 1):
                parts = [tuple(where)] if len(where) == 2 else where[0]
                offsets = ";".join(f"{start} {end}" for start, end in parts)
                words = " ".join(text[start:end] for start, end in parts).replace("\n", " ")
                lines.append(f"T{number}\t{value} {offsets}\t{words}\n")
            put_raw(root, annotator, name, text, "".join(lines))
    (root / "iaa.conf").write_text(settings, "utf-8")
    return root
