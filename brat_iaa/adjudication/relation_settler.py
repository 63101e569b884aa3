"""What is the same in layers of relations: lines with two ends."""

from brat_iaa.adjudication.settler import Settler


class RelationSettler(Settler):
    """Settles relations: those of a scope become one annotator's, and no others."""

    def _relations(self, file, scope):
        """[(what value() says of it, Relation)] of a DraftFile."""
        raise NotImplementedError

    def _end(self, edit, id):
        """What a LayerEdit writes in place of the id of an end in its source."""
        raise NotImplementedError

    def value(self, file, scope):
        """Sorted values of the relations in a DraftFile."""
        return sorted({value for value, _ in self._relations(file, scope)})

    def ids(self, file, scope):
        """brat's ids of the relations, for links."""
        return tuple(record.id for _, record in self._relations(file, scope))

    def _take(self, edit, document, scope):
        """Of equal ones the draft keeps the first."""
        wanted = dict(self._relations(edit.source, scope))
        for value, record in self._relations(edit.file, scope):
            if wanted.pop(value, None) is None:
                edit.remove(record.id)
        for record in wanted.values():
            ends = tuple((role, self._end(edit, id)) for role, id in record.args)
            edit.add("R", record._replace(args=ends))
