"""Decisions on coreference chains: the chain of a mention becomes one annotator's.

All mentions of that chain leave the chains in which the draft has them; those left behind stay
together. A mention that the draft lacks is added as the annotator drew it; one that the annotator
did not draw goes.
"""

from itertools import product

from brat_iaa.adjudication.edits import NotSettled
from brat_iaa.adjudication.settler import Settler, all_are_arcs, relation_notes
from brat_iaa.corpus.records import Equiv
from brat_iaa.layers.chains import in_words, united


class SpanChains(Settler):
    """The places of a layer of chains in DraftFiles; a scope is the fragments of a mention."""

    def __init__(self, layer, agreement, other_layers):
        super().__init__(layer, agreement, other_layers)
        relations = agreement.survey.inventory.relations
        # Whether some annotator uses relations to say that mentions corefer.
        linked = not relations.keys().isdisjoint(layer.settings.relations or ())
        self._notes = relation_notes(agreement) if linked else ()

    def counts(self, place):
        """Whether a place is decided in this layer: not where all who drew it have it alone, and
        another layer decides whether it is drawn.
        """
        chains = self._drawn(place, place.token.fragments)
        return not self._other_layers.spans or any(len(chain) > 1 for chain in chains)

    def hosts(self, place, scope):
        """(kind, fragments) of the draft's notes on it: they stand at the first mention of a chain,
        those on relations at one of their ends.
        """
        hosts = set() if self._other_layers.spans else {("type", scope)}
        for chain in self._drawn(place, scope):
            if len(chain) > 1:
                hosts |= {("chain", min(chain)), *product(self._notes, chain)}
        return hosts

    def _drawn(self, place, scope):
        files = (self._file(place.document, name) for name in place.values)
        return [chain for file in files if (chain := self._view(file).get(scope)) is not None]

    def value(self, file, scope):
        """[(words of the others, the mention, the others)]; [] if it is no mention in the file."""
        return self.as_value(self._view(file).get(scope), scope, file.text)

    @staticmethod
    def as_value(chain, scope, text):
        """What value() gives for a chain: fragments of its mentions, or None."""
        if chain is None:
            return []
        others = tuple(sorted(chain - {scope}))
        words = [" ".join(text[start:end] for start, end in fragments) for fragments in others]
        return [(in_words(words, len(others)), scope, others)]

    def also(self, document, value):
        """{fragments: its value} of the other mentions that have their chain by a value"""
        text = self._agreement.tables[document].text
        return {
            other: self.as_value(frozenset((mention, *others)), other, text)
            for _, mention, others in value
            for other in others
        }

    def ids(self, file, scope):
        return tuple(span.id for span in self.spans(file, scope))

    def _take(self, edit, document, scope):
        chain = self._view(edit.source).get(scope)
        if chain is None:
            for span in self.spans(edit.file, scope):
                edit.remove_span(span.id)
            return
        for fragments in sorted(chain - self._mentions(edit.file)):
            edit.add_spans(self.spans(edit.source, fragments)[:1])
        lines = _Lines(self, edit)
        lines.take(chain)
        for other in set(self._view(edit.file).values()):
            if other & chain:
                lines.keep_together(other - chain)

    def _read(self, file):
        """{fragments of a mention: fragments of all mentions of its chain}"""
        about, mentions = file.annotations, self._mentions(file)
        groups = [
            [about.span_of(id).offsets for id in ids]
            for _, ids in (*self.joins(about), *self.links(about))
        ]
        groups = [[mention for mention in group if mention in mentions] for group in groups]
        return united(sorted(mentions), groups)

    def joins(self, about):
        """[(Equiv, ids)] of the layer in Annotations"""
        return [(equiv, equiv.members) for equiv in about.equivs if self.joins_type(equiv.type)]

    def links(self, about):
        """[(Relation, ids)] of the layer in Annotations"""
        if self.layer.settings.relations is None:
            return []
        return [
            (relation, [id for _, id in relation.args])
            for relation in about.relations
            if self.joins_type(relation.type)
        ]

    def joins_type(self, type):
        """Whether a line of this type says that mentions corefer."""
        wanted = self.layer.settings.relations
        return wanted is None or type in wanted

    def refuse_arc(self):
        """Raise NotSettled where a relation is a dependency, too."""
        if all_are_arcs(self._agreement):
            raise NotSettled(
                "Its links count as dependencies, too, as labels in [layer dependencies] names "
                "none. Decide this one in brat."
            )

    def mention(self, edit, fragments):
        """brat's id of a mention in a LayerEdit."""
        types = filter(self.counts_type, edit.ids_at(fragments).values())
        return edit.reference(fragments, next(types, None))

    def _mentions(self, file):
        return {fragments for fragments in file.spans_at if self.spans(file, fragments)}

    def spans(self, file, fragments):
        """[Span] of the layer there in a DraftFile; the root is no mention."""
        there, root = super().spans(file, fragments), self._agreement.config.dependencies.root
        of_root = self.layer.settings.types is None and any(span.type == root for span in there)
        return [] if of_root else there


class _Lines:
    """The lines in a draft, and in an annotator's file, by which mentions corefer.

    layer  SpanChains
    edit   LayerEdit of the draft
    """

    def __init__(self, layer, edit):
        self._layer, self._edit = layer, edit
        self._about, self._source = edit.file.annotations, edit.source.annotations

    def take(self, chain):
        """Let the lines in a chain be those of the source, and none leave it."""
        wanted = self._joined(chain)
        for number, line in self._joins().items():
            at = {id: self._edit.fragments_of(id) for id in line.members}
            there = frozenset(at.values())
            if (line.type, there) in wanted:
                wanted.remove((line.type, there))
            else:
                members = tuple(id for id in line.members if at[id] not in chain)
                self._edit.chains[number] = line._replace(members=members)
        for type, members in wanted:
            self._join(type, members)
        missing = {
            self._key(relation, self._source): relation
            for relation, _ in self._layer.links(self._source)
            if self._ends(relation, self._source) <= chain
        }
        for relation in self._links():
            if self._ends(relation, self._about) & chain:
                if missing.pop(self._key(relation, self._about), None) is None:
                    self._layer.refuse_arc()
                    self._edit.remove(relation.id)
        for relation in missing.values():
            ends = (self._source.span_of(id) for _, id in relation.args)
            self._link(relation, [self._edit.reference(end.offsets, end.type) for end in ends])

    def keep_together(self, left):
        """Let the rest of a chain of the draft be a chain."""
        groups = [[*map(self._edit.fragments_of, line.members)] for line in self._joins().values()]
        groups += [self._ends(link, self._about) for link in self._links()]
        groups = [[link for link in group if link in left] for group in groups]
        firsts = sorted({min(chain) for chain in united(sorted(left), groups).values()})
        if len(firsts) < 2:
            return
        joins, links = self._layer.joins(self._about), self._layer.links(self._about)
        if joins:
            for number, line in self._joins().items():
                if left.issuperset(map(self._edit.fragments_of, line.members)):
                    self._edit.chains[number] = line._replace(members=())
            self._join(joins[0][0].type, left)
        else:
            like = links[0][0]
            for ends in zip(firsts, firsts[1:]):
                self._link(like, [self._layer.mention(self._edit, end) for end in ends])

    def _joined(self, chain):
        """[(type, fragments)] of what * lines of the source join in a chain, as brat joins them."""
        groups = {}
        for line, ids in self._layer.joins(self._source):
            members = [self._source.span_of(id).offsets for id in ids]
            groups.setdefault(line.type, []).append(
                [member for member in members if member in chain]
            )
        return [
            (type, members)
            for type, of_type in groups.items()
            for members in set(united(sorted(chain), of_type).values())
            if len(members) > 1
        ]

    def _joins(self):
        lines = self._edit.chains.items()
        return {number: line for number, line in lines if self._layer.joins_type(line.type)}

    def _links(self):
        return [
            relation
            for relation, _ in self._layer.links(self._about)
            if relation.id not in self._edit.removed
        ]

    def _join(self, type, members):
        ids = tuple(self._layer.mention(self._edit, fragments) for fragments in sorted(members))
        self._edit.chains[len(self._edit.chains)] = Equiv(type, ids, 0)

    def _link(self, like, ids):
        self._layer.refuse_arc()
        args = tuple((role, id) for (role, _), id in zip(like.args, ids))
        self._edit.add("R", like._replace(args=args))

    @staticmethod
    def _ends(relation, about):
        return {about.span_of(id).offsets for _, id in relation.args}

    @staticmethod
    def _key(relation, about):
        ends = sorted((role, about.span_of(id).offsets) for role, id in relation.args)
        return relation.type, tuple(ends)
