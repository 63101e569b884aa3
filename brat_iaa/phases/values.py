"""What annotators had on a token in one state of a project, also where they agreed."""


class Values:
    """The values of dependencies in an Agreement, looked up by place in the text."""

    def __init__(self, agreement):
        self._tables = agreement.tables
        self._places = {}

    def of(self, document, fragments, annotator):
        """[(label, head Token)] in the order of the text, empty without an arc; None if there was nothing to annotate.

        fragments  of the token, see Token
        """
        table = self._tables.get(document)
        if table is None:
            return None
        if document not in self._places:
            self._places[document] = {
                table.tokens[item].fragments: place for place, item in enumerate(table.items)
            }
        place = self._places[document].get(fragments)
        value = None if place is None or annotator not in table.values else table.values[annotator][place]
        return None if value is None else [(label, table.tokens[head]) for head, label in sorted(value)]
