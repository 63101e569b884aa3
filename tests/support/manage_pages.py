"""The page Manage as logins use it: forms filled in as a browser would, and sent."""

import html
from html.parser import HTMLParser

from site_projects import as_login
from viewers import OWN, Viewer


class Manager(Viewer):
    page = "manage"

    @property
    def site(self):
        return self.app

    def forms(self, page=None):
        return forms(self.get(page))

    def form(self, action, page=None, **fields):
        """The one form with this end of the address, and these fields with these values."""
        found = [
            form
            for form in self.forms(page)
            if form.action.endswith(action)
            and all(form.fields.get(name) == value for name, value in fields.items())
        ]
        assert len(found) == 1, (action, fields, [form.action for form in found])
        return found[0]

    def send(self, form, status=303, **fields):
        """What the server answers to a form with some fields changed."""
        return self.post(form.action, {**form.fields, **fields}, status)

    def post(self, address, fields, status=303, **headers):
        headers = {**as_login(self.login), **OWN, **headers}
        response = self.client.post(address, data=fields, headers=headers)
        assert response.status_code == status, response.text
        return response

    def set(self, status=303, **values):
        """Fill in settings, named section__key, in the form that has the first, and send it."""
        names = {f"set:{name.replace('__', '|')}": value for name, value in values.items()}
        first = next(iter(names))
        form = next(form for form in self.forms() if first in form.fields)
        return self.send(form, status, **names)

    def text_form(self):
        """The Form of the text of iaa.conf."""
        return next(form for form in self.forms("manage/settings") if "text" in form.fields)

    def write(self, text, status=303):
        """Send another text of iaa.conf, as browsers do: with CRLF."""
        return self.send(self.text_form(), status, text=text.replace("\n", "\r\n"))

    def add(self, section, line, status=303):
        """Send the text with a line more in a section."""
        text = self.text_form().fields["text"]
        if f"[{section}]\n" not in text:
            text += f"[{section}]\n"
        return self.write(text.replace(f"[{section}]\n", f"[{section}]\n{line}\n"), status)


class Form:
    """fields: {name: value} as a browser would send them without anything being changed; buttons:
    [(name, value)]; labels: whether each control has one
    """

    def __init__(self, action):
        self.action, self.fields, self.buttons, self.unnamed = action, {}, [], []


class _Forms(HTMLParser):
    def __init__(self):
        super().__init__()
        self.found, self._form, self._select, self._labels = [], None, None, set()
        self._in_label, self._area = 0, None

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "label":
            self._labels.add(given.get("for"))
            self._in_label += "for" not in given
        if tag == "form":
            self._form = Form(html.unescape(given["action"]))
            if given.get("method") == "post":
                self.found.append(self._form)
        elif self._form is None:
            return
        elif tag == "button" and "name" in given:
            self._form.buttons.append((given["name"], given["value"]))
        elif tag == "input":
            self._add(given, given.get("value", ""))
        elif tag == "textarea":
            self._area, self._text = given, ""
        elif tag == "select":
            self._select = given
        elif tag == "option" and self._select:
            if "selected" in given or self._select["name"] not in self._form.fields:
                self._add(self._select, given.get("value", ""))

    def _add(self, given, value):
        self._form.fields[given["name"]] = value
        named = given.get("type") == "hidden" or "aria-label" in given or self._in_label
        if not named and given.get("id") not in self._labels:
            self._form.unnamed.append(given["name"])

    def handle_data(self, data):
        if self._area is not None:
            self._text += data

    def handle_endtag(self, tag):
        if tag == "textarea" and self._area is not None:
            self._add(self._area, self._text.removeprefix("\n"))
            self._area = None
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "label":
            self._in_label = max(0, self._in_label - 1)


def forms(text):
    """List of the Forms of a page that are posted."""
    parser = _Forms()
    parser.feed(text)
    return parser.found
