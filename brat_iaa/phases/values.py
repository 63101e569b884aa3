"""What annotators had on a token in one state of a project, also where they agreed."""


class Values:
    """The values of dependencies in an Agreement, looked up by place in the text."""

    def __init__(self, agreement):
        self._tables = agreement.tables
        self._items = {}

    def of(self, document, fragments, annotator):
        """[(label, head Token)] in the order of the text, empty without an arc; None if there was nothing to annotate.

        fragments  of the token, see Token
        """
        table = self._tables.get(document)
        if table is None:
            return None
        if document not in self._items:
            self._items[document] = {table.tokens[item].fragments: item for item in table.items}
        item = self._items[document].get(fragments)
        known = item is not None and annotator in table.annotators
        value = table.value(annotator, item) if known else None
        return None if value is None else [(label, table.tokens[head]) for head, label in sorted(value)]
