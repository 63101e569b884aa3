"""What a page says to those who read it or have it read to them."""

from html.parser import HTMLParser

# What people wrote, what is typed, and what is English in all languages.
_LEFT_OUT = ("script", "style", "code", "kbd", "bdi", "pre", "textarea")
_EMPTY = ("br", "hr", "img", "input", "link", "meta", "wbr", "source")
_READ = ("aria-label", "title", "alt", "placeholder")


def texts_of(page):
    """List of the texts of a page, without data: text nodes and attributes that are read out."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.texts


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.texts = []
        self._open = []

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        english = tag != "html" and named.get("lang") == "en"
        left_out = bool(self._open and self._open[-1][1]) or tag in _LEFT_OUT or english
        if not left_out or tag in ("pre", "textarea"):
            self.texts += [named[name] for name in _READ if named.get(name)]
            if tag == "input" and named.get("type") in ("submit", "button"):
                self.texts.append(named.get("value", ""))
        if tag not in _EMPTY:
            self._open.append((tag, left_out))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in _EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if tag in [name for name, _ in self._open]:
            while self._open.pop()[0] != tag:
                pass

    def handle_data(self, data):
        if not (self._open and self._open[-1][1]) and data.strip():
            self.texts.append(" ".join(data.split()))
