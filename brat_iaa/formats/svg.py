"""SVG pictures of one sentence with the arcs of two annotators, and of bars.

Colours are presentation attributes, so that a picture is complete without a style sheet; a page's
style sheet overrides them by class. Differences are shown by colour, by line (solid above, dashed
below) and by weight.
"""

from html import escape

from brat_iaa.formats import arcs
from brat_iaa.formats.display_names import drawn_in_words, runs_from_right

LEVEL = 19  # from one level of arcs to the next
FIRST_LEVEL = 20  # from the words to the first level
CORNER = 7
WORDS = 36  # height of the row of words with their positions
WORD_ROW = 26  # of the row of words alone
FONT = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace"
# Okabe & Ito's blue and vermilion, darkened until text in them has contrast 4.5 on white.
COLOUR = {"a": "#0060a0", "b": "#b34700", "c": "#1c7048", "agreed": "#8a8f98"}
DASHES = {"a": "", "b": ' stroke-dasharray="5 3"', "c": ' stroke-dasharray="1.5 3"'}


def sentence_picture(table, sentence, annotators, differences=(), numbers=None, redacted=()):
    """One sentence with the first annotator's arcs above the words and the second's below.

    differences   of this sentence and pair, seen from the first annotator
    numbers         their numbers on the page, in the same order: differing arcs link to
                    "#d<number>"; None: no links
    redacted          names of annotators whose ids and lines are not told
    """
    shown = [
        table.tokens[i]
        for i in sentence.tokens
        if not table.tokens[i].is_root
        or any(table.arcs.get(annotator, {}).get(i) for annotator in annotators)
    ]
    if runs_from_right(" ".join(token.text for token in shown if not token.is_root)):
        shown.reverse()  # the first word stands on the right, as in the text
    column = {token.index: i for i, token in enumerate(shown)}
    differing = [{}, {}]
    for difference, number in zip(differences, numbers or [None] * len(differences)):
        for side, arc in enumerate(difference.marks):
            if arc is not None:
                edge = difference.token.index, arc.head.index, arc.label
                differing[side][edge] = difference, number
    sides = [
        _edges(table, annotator, column, differing[side], annotator not in redacted)
        for side, annotator in enumerate(annotators)
    ]
    first, second = annotators
    caption = (
        f"Sentence {sentence.number}: arcs of {first} above the words, of {second} below; "
        f"{len(differences)} differ"
    )
    placed = arcs.layout([arcs.shortened(token.text) for token in shown], *sides)
    above = _room(placed.upper)
    height = above + WORDS + _room(placed.lower)
    parts = [
        f'<svg class="arcs" xmlns="http://www.w3.org/2000/svg" role="group" '
        f'width="{placed.width:.0f}"'
        f' height="{height}" viewBox="0 0 {placed.width:.0f} {height}" font-family="{escape(FONT)}"'
        f' aria-label="{escape(caption)}">'
    ]
    parts += _side(placed.upper, "a", above, -1)
    parts += _side(placed.lower, "b", above + WORDS, 1)
    disputed = {difference.token.index for difference in differences}
    parts += _words(table, shown, placed.centres, above, disputed)
    parts.append("</svg>")
    return "".join(parts)


def reading_picture(reading, side, caption):
    """One annotator's arcs above the words of a sentence, and spans below.

    reading  adjudication.readings.SentenceReading
    side     "a", "b" or "c": colour and line of what is disputed
    """
    order, last = range(len(reading.words)), len(reading.words) - 1
    edges, spans = reading.edges, reading.spans
    if runs_from_right(" ".join(reading.words)):
        order = order[::-1]
        edges = [
            edge._replace(
                dependent=last - edge.dependent,
                head=None if edge.head is None else last - edge.head,
            )
            for edge in edges
        ]
        spans = [each._replace(first=last - each.last, last=last - each.first) for each in spans]
    words = [reading.words[number] for number in order]
    placed = arcs.layout(words, edges, [])
    lanes = arcs.lanes([(each.first, each.last, each.label) for each in spans], words, placed)
    top = _room(placed.upper)
    height = top + WORD_ROW + LEVEL * max((lane for lane, *_ in lanes), default=0)
    width = max([placed.width, *(right for *_, right in lanes)])
    parts = [
        f'<svg class="arcs" xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" '
        f'height="{height}" viewBox="0 0 {width:.0f} {height}" font-family="{escape(FONT)}" '
        f'aria-label="{escape(caption)}">',
        *_side(placed.upper, side, top, -1),
        '<g class="words" text-anchor="middle" font-size="14" fill="#1b1d21">',
    ]
    for number, word, x in zip(order, words, placed.centres):
        weight = ' font-weight="bold"' if number in reading.disputed else ""
        parts.append(f'<text x="{x:.1f}" y="{top + 16}"{weight}>{escape(word)}</text>')
    parts.append("</g>")
    for each, (lane, start, end, _) in zip(spans, lanes):
        y, name = (
            top + WORD_ROW + LEVEL * (lane - 1),
            f"differs {side}" if each.differs else "agreed",
        )
        colour = COLOUR[side if each.differs else "agreed"]
        style = f'stroke-width="2"{DASHES[side]}' if each.differs else ""
        parts.append(
            f'<g class="{name}" fill="{colour}"><path class="line" fill="none" stroke="{colour}" '
            f'{style} d="M{start:.1f} {y - 4}V{y}H{end:.1f}V{y - 4}"/><text x="{start:.1f}" '
            f'y="{y + 12}" font-size="11">{escape(each.label)}</text></g>'
        )
    return "".join([*parts, "</svg>"])


def _edges(table, annotator, column, differing, told):
    """The arcs of one annotator in one sentence as edges between columns."""
    edges = []
    for index in column:
        for to, arc in table.arcs.get(annotator, {}).get(index, ()):
            head = table.tokens[to]
            difference, number = differing.get((index, to, arc.type), (None, None))
            label = arcs.shortened(arc.type)
            head_column = column.get(to)
            if to == index:
                head_column, label = None, label + " ↻"
            elif head_column is None and not head.is_root:
                where = f"{head.text} (sentence {head.sentence})"
                label = arcs.shortened(drawn_in_words(arc.type, where))
            edges.append(
                arcs.Edge(
                    column[index],
                    head_column,
                    label,
                    _arc_title(annotator, arc, head, difference, told),
                    difference is not None,
                    number,
                )
            )
    return edges


def _words(table, tokens, centres, top, disputed):
    """The row of words, disputed ones in bold, and below it their positions in the sentence."""
    parts = ['<g class="words" text-anchor="middle" font-size="14" fill="#1b1d21">']
    for token, x in zip(tokens, centres):
        weight = ' font-weight="bold"' if token.index in disputed else ""
        title = escape(_word_title(table, token))
        parts.append(
            f'<text x="{x:.1f}" y="{top + 16}"{weight}><title>{title}</title>'
            f"{escape(arcs.shortened(token.text))}</text>"
        )
    parts.append('</g><g class="positions" text-anchor="middle" font-size="9" fill="#6b7078">')
    parts += [
        f'<text x="{x:.1f}" y="{top + 28}">{token.position}</text>'
        for token, x in zip(tokens, centres)
    ]
    return parts + ["</g>"]


def _arc_title(annotator, arc, head, difference, told):
    source = "the root" if head.is_root else f"{head.text} ({head.position})"
    text = f"{annotator}: {drawn_in_words(arc.type, source)}"
    if told:
        text = f"{text}, {arc.id}, line {arc.line}"
    return f"{difference.kind}: {text}" if difference else text


def _word_title(table, token):
    types = ", ".join(
        f"{annotator}: {table.type_of(annotator, token.index)}"
        for annotator in table.annotators if table.has(annotator, token.index)
    )  # fmt: skip
    return f"{token.text} ({token.position}) {types}"


def _room(placed):
    return FIRST_LEVEL + LEVEL * max((edge.level for edge in placed), default=0)


def _side(placed, side, base, direction):
    """The arcs of one annotator: agreed ones in one group, then differing ones with tooltips."""
    agreed = [edge for edge in placed if not edge.edge.differs]
    parts = []
    if agreed:
        lines = "".join(_line(edge, base, direction) for edge in agreed)
        heads = "".join(_arrow(edge, base, direction) for edge in agreed)
        parts.append(f'<g class="agreed" fill="{COLOUR["agreed"]}" stroke="none">')
        parts.append(
            f'<path class="line" fill="none" stroke="{COLOUR["agreed"]}" '
            f'd="{lines}"/><path d="{heads}"/>'
        )
        parts.append(
            '<g text-anchor="middle" font-size="11" paint-order="stroke" stroke="#fff" '
            'stroke-width="4">'
        )
        parts += [_label(edge, base, direction) for edge in agreed]
        parts.append("</g></g>")
    for edge in placed:
        if not edge.edge.differs:
            continue
        drawing = (
            f'<g class="differs {side}" '
            f'fill="{COLOUR[side]}"><title>{escape(edge.edge.title)}</title>'
            f'<path class="line" fill="none" stroke="{COLOUR[side]}" '
            f'stroke-width="2"{DASHES[side]} d="{_line(edge, base, direction)}"/>'
            f'<path d="{_arrow(edge, base, direction)}"/>'
            f'<g text-anchor="middle" font-size="11" font-weight="bold" '
            f'paint-order="stroke" stroke="#fff" stroke-width="4">'
            f"{_label(edge, base, direction)}</g></g>"
        )
        number = edge.edge.number
        parts.append(drawing if number is None else f'<a href="#d{number}">{drawing}</a>')
    return parts


def _line(edge, base, direction):
    """Path of an arc: up from one end, along its level, down to the other."""
    end = base + direction * 3
    level = base + direction * (FIRST_LEVEL + LEVEL * (edge.level - 1))
    if edge.x_head is None:
        return f"M{edge.x_dependent:.1f} {level}V{end}"
    left, right = sorted((edge.x_dependent, edge.x_head))
    corner = min(CORNER, (right - left) / 2)
    turn = level - direction * corner
    return (
        f"M{left:.1f} {end}V{turn:.1f}Q{left:.1f} {level} {left + corner:.1f} {level}"
        f"H{right - corner:.1f}Q{right:.1f} {level} {right:.1f} {turn:.1f}V{end}"
    )


def _arrow(edge, base, direction):
    x, tip = edge.x_dependent, base + direction * 1
    back = tip + direction * 7
    return f"M{x:.1f} {tip}L{x - 3.5:.1f} {back}H{x + 3.5:.1f}Z"


def _label(edge, base, direction):
    level = base + direction * (FIRST_LEVEL + LEVEL * (edge.level - 1))
    x = edge.x_dependent if edge.x_head is None else (edge.x_dependent + edge.x_head) / 2
    return f'<text x="{x:.1f}" y="{level + 4}">{escape(edge.edge.label)}</text>'
