"""Tables as HTML: on the pages, in a notebook, and as a page that stands alone."""

from html import escape

# Of a page that stands alone: no file beside it, nothing fetched.
_STYLE = """
:root { color-scheme: light dark; --quiet: #5c6370; --line: #d9dce1 }
@media (prefers-color-scheme: dark) { :root { --quiet: #a7adb8; --line: #41464f } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
.scroll { overflow-x: auto } table { border-collapse: collapse }
th, td { padding: .2rem .7rem .2rem 0; text-align: left; vertical-align: top; font-weight: 400 }
thead th { font-weight: 600 } tr { border-bottom: 1px solid var(--line) }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.interval, .note, .quiet { color: var(--quiet) } .note { margin: .4rem 0; font-size: .9rem }
code, pre { font-size: .8rem; overflow-wrap: anywhere; white-space: pre-wrap }
@media print { body { max-width: none; margin: 0 } table { break-inside: avoid } }
"""


def table_of(
    table,
    label,
    classes="",
    names=1,
    below=False,
    explained=(),
    links=(),
    sorts=(),
    order=(),
    rows=(),
    caption="",
) -> str:
    """A Table.

    label      what it shows, for those who hear it
    classes    for style sheets
    names      how many columns stand before the others, as names of the row
    below      whether intervals stand below their figures
    explained  {name of a row: address of what it is}
    links      {name of a column: address of each row, or None}
    sorts      {name of a column: address of the table sorted by it}
    order      {name of a column: "ascending" or "descending"}: how it is sorted
    rows       class of each row
    caption    what is seen above it
    """
    links, sorts, order, explained = dict(links), dict(sorts), dict(order), dict(explained)
    columns, body = table.for_people, []

    def row(record, addresses=(), css=""):
        cells, addresses = [], dict(addresses)
        for at, (number, column) in enumerate(columns):
            address, shown = addresses.get(column.name), column.type.printed(record[number])
            if at < names:
                cells.append(_row_name(shown, column, record[number], explained, address))
            else:
                cells.append(_cell(shown, column, record[number], below, address))
        own = f' class="{escape(css)}"' if css else ""
        return f"<tr{own}>{''.join(cells)}</tr>\n"

    for place, record in enumerate(table.records[: table.shown]):
        of_row = {name: addresses[place] for name, addresses in links.items()}
        body.append(row(record, of_row, rows[place] if rows else ""))
    total = f"<tfoot>\n{row(table.total)}</tfoot>\n" if table.total else ""
    head = "".join(_heading(column, sorts, order) for _, column in columns)
    named = f' class="{escape(classes)}"' if classes else ""
    above = f"<caption>{_html(caption)}</caption>\n" if caption else ""
    return (
        f'<div class="scroll" role="region" aria-label="{escape(label)}" tabindex="0">\n'
        f"<table{named}>\n{above}"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{''.join(body)}</tbody>\n{total}</table>\n</div>"
    )


def _html(text):
    """A text, which may be markup already."""
    return text.__html__() if hasattr(text, "__html__") else escape(str(text))


def _heading(column, sorts, order):
    css = ["number"] * (column.type.align == "r") + [column.type.css(None)]
    css = " ".join(filter(None, css))
    css = f' class="{css}"' if css else ""
    if not column.heading:
        return f"<td{css}></td>"
    words, way = f"<bdi>{_html(column.heading)}</bdi>", order.get(column.name)
    if column.name in sorts:
        arrow = {"ascending": " ↑", "descending": " ↓"}.get(way, "")
        words = (
            f'<a class="sorts" href="{escape(sorts[column.name])}">{words}'
            f'<span aria-hidden="true">{arrow}</span></a>'
        )
    sorted_by = f' aria-sort="{way}"' if way else ""
    return f'<th scope="col"{css}{sorted_by}>{words}</th>'


def _linked(words, address, column):
    plain = ' class="plain"' if column.type.align == "r" else ""
    return f'<a{plain} href="{escape(address)}">{words}</a>' if address else words


def _row_name(shown, column, value, explained, address=None):
    quiet, space = (' class="quiet"', "\u2003") if shown.startswith("  ") else ("", "")
    quiet = quiet or ' class="number"' * (column.type.align == "r")
    words = column.type.html(value) if column.type.html else f"<bdi>{escape(shown)}</bdi>"
    named = f'<th scope="row"{quiet}>{space}{_linked(words, address, column)}'
    if not explained.get(shown):
        return f"{named}</th>"
    what = f'aria-label="What {escape(shown)} is"'
    return f'{named} <a class="explained" href="{escape(explained[shown])}" {what}></a></th>'


def _cell(shown, column, value, below, address=None):
    """A cell, with its interval in grey."""
    right, css = column.type.align == "r", column.type.css(value)
    css = " ".join(filter(None, ["number"] * right + [css]))
    css = f' class="{css}"' if css else ""
    figure, _, interval = shown.partition(" ")
    grey = f'<span class="interval">{escape(interval)}</span>'
    if column.type.html:
        inner = column.type.html(value)
    elif below and right:
        inner = escape(figure) + (f"<br>{grey}" if interval else "")
        inner = inner.replace("-", "−")
    elif right and interval.startswith("["):
        inner = f"{escape(figure)} {grey}"
    else:
        inner = escape(shown) if right else f"<bdi>{escape(shown)}</bdi>"
    return f"<td{css}>{_linked(inner, address, column) if inner else ''}</td>"


def below_table(table) -> str:
    """Notes and signatures of a Table."""
    notes = "".join(
        f'<p class="note">{escape(note)}</p>\n' for note in table.notes + table.glossary
    )
    if not table.signatures:
        return notes
    listed = "".join(f"<li><code>{escape(text)}</code></li>" for text in table.signatures)
    return (
        f"{notes}<details><summary>Settings, to cite with the figures</summary>"
        f'<ul class="signatures">{listed}</ul></details>'
    )


def to_html(summary, tables) -> str:
    """The report as a part of a page.

    summary  lines for the top
    tables   list of Table
    """
    first, *further = summary
    lines = [f"<p><strong>{escape(first)}</strong></p>"]
    for line in further:
        is_drawing = line.startswith("    ")  # it stands as it is
        lines.append(f"<pre>{escape(line)}</pre>" if is_drawing else f"<p>{escape(line)}</p>")
    for table in tables:
        lines += [f"<h2>{escape(table.title)}</h2>", table_of(table, table.title)]
        lines.append(below_table(table))
    return "\n".join(lines)


def to_page(title, summary, tables, paragraphs=()) -> str:
    """The report as a page that stands alone. paragraphs: [(heading, text)] at its end"""
    end = "".join(
        f"\n<h2>{escape(heading)}</h2>\n<pre>{escape(text)}</pre>" for heading, text in paragraphs
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{to_html(summary, tables)}{end}\n</body>\n</html>\n"
    )
