"""A text of the guide as HTML. All that comes from the text is escaped."""

from collections import Counter

from markupsafe import Markup, escape

from brat_iaa.guide.markup import Code, Heading, List, Paragraph, TextTable, words


def to_html(blocks, address):
    """Markup of blocks.

    address  function of a link's target that returns the address it leads to
    """
    heading, below, made = "Topic", Counter(), []
    for block in blocks:
        if isinstance(block, Heading):
            heading = words(block.spans)
        # A table is a region, and regions need names of their own; sections may have the same.
        below[heading] += isinstance(block, TextTable)
        made.append(_block(block, address, f"{heading}: table {below[heading]}"))
    return Markup("\n").join(made)


def spans_to_html(spans, address):
    """Markup of a line."""
    return Markup("").join(_span(span, address) for span in spans)


def _block(block, address, table_name):
    if isinstance(block, Heading):
        inside = spans_to_html(block.spans, address)
        level, anchor = block.level, block.anchor
        if level > 1:
            inside += Markup(' <a class="here" href="#{}" aria-label="Link to “{}”">#</a>').format(
                anchor, words(block.spans)
            )
        return Markup('<h{} id="{}">{}</h{}>').format(level, anchor, inside, level)
    if isinstance(block, Paragraph):
        return Markup("<p>{}</p>").format(spans_to_html(block.spans, address))
    if isinstance(block, List):
        items = (Markup("<li>{}</li>").format(spans_to_html(i, address)) for i in block.items)
        name = "ol" if block.numbered else "ul"
        return Markup("<{}>{}</{}>").format(name, Markup("\n").join(items), name)
    if isinstance(block, Code):
        return _code(block)
    assert isinstance(block, TextTable)
    return _table(block, address, table_name)


def _span(span, address):
    if span.kind == "text":
        return escape(span.text)
    if span.kind == "link":
        return Markup('<a href="{}">{}</a>').format(address(span.target), span.text)
    return Markup("<{}>{}</{}>").format(span.kind, span.text, span.kind)


def _code(block):
    lines = Markup("\n").join(map(_code_line if block.kind == "console" else escape,
                                  block.text.split("\n")))  # fmt: skip
    shown = Markup('<pre tabindex="0"><code>{}</code></pre>').format(lines)
    if not block.paths:
        return shown
    names = Markup(", ").join(Markup("<code>{}</code>").format(path) for path in block.paths)
    return Markup('<figure class="file"><figcaption>{}</figcaption>{}</figure>').format(
        names, shown
    )


def _code_line(line):
    return Markup("<kbd>{}</kbd>").format(line) if line.startswith("$ ") else escape(line)


def _table(table, address, name):
    def row(name, cells):
        return Markup("<tr>{}</tr>").format(
            Markup("").join(
                Markup("<{}{}>{}</{}>").format(
                    name, Markup(' class="number"' if right else ""),
                    spans_to_html(cell, address), name,
                )
                for cell, right in zip(cells, table.right)
            )
        )  # fmt: skip

    head = row(Markup("th"), table.header)
    body = Markup("\n").join(row(Markup("td"), cells) for cells in table.rows)
    return Markup(
        '<div class="scroll" role="region" aria-label="{}" tabindex="0">'
        "<table><thead>{}</thead><tbody>{}</tbody></table></div>"
    ).format(name, head, body)
