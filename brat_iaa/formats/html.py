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


def table_of(table, label, classes="", names=1, below=False, explained=()) -> str:
    """A Table.

    label      what it shows, for those who hear it
    classes    for style sheets
    names      how many columns stand before the others, as names of the row
    below      whether intervals stand below their figures
    explained  {name of a row: address of what it is}
    """
    explained = dict(explained)
    head = "".join(map(_heading, table.header, table.align))
    body = "".join(
        "<tr>"
        + "".join(_row_name(cell, explained.get(cell)) for cell in row[:names])
        + "".join(
            _cell(cell, align, below) for cell, align in zip(row[names:], table.align[names:])
        )
        + "</tr>\n"
        for row in table.rows
    )
    named = f' class="{escape(classes)}"' if classes else ""
    return (
        f'<div class="scroll" role="region" aria-label="{escape(label)}" tabindex="0">\n'
        f"<table{named}>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n</div>"
    )


def _heading(cell, align):
    right = ' class="number"' if align == "r" else ""
    return f'<th scope="col"{right}><bdi>{escape(cell)}</bdi></th>' if cell else "<td></td>"


def _row_name(cell, address=None):
    quiet, space = (' class="quiet"', "\u2003") if cell.startswith("  ") else ("", "")
    named = f'<th scope="row"{quiet}>{space}<bdi>{escape(cell)}</bdi>'
    if not address:
        return f"{named}</th>"
    link = f'<a class="explained" href="{escape(address)}" aria-label="What {escape(cell)} is"></a>'
    return f"{named} {link}</th>"


def _cell(cell, align, below):
    """A cell, with its interval in grey."""
    value, _, interval = cell.partition(" ")
    right = ' class="number"' if align == "r" else ""
    grey = f'<span class="interval">{escape(interval)}</span>'
    if below:
        inner = escape(value) + (f"<br>{grey}" if interval else "")
        inner = inner.replace("-", "−") if align == "r" else inner
    elif align == "r" and interval.startswith("["):
        inner = f"{escape(value)} {grey}"
    else:
        inner = f"<bdi>{escape(cell)}</bdi>"
    return f"<td{right}>{inner}</td>"


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
