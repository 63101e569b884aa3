"""Events on the sentence of element_projects, and what two or more annotators agree on."""

import element_projects
from chain_projects import Writer
from element_projects import WORDS

LAYER = "[layer events]\n"
ANA, LEFT, GRENOBLE, FRANCE, FOR, UN, ROME = (0, 1), (2,), (3,), (5,), (7,), (9,), (11,)


class File:
    """An .ann file: entities of type N on words, events on triggers."""

    def __init__(self):
        self.writer = Writer(WORDS)
        self._ids = {}

    def entity(self, words, kind="N"):
        if (words, kind) not in self._ids:
            self._ids[words, kind] = self.writer.span(kind, *words)
        return self._ids[words, kind]

    def event(self, kind, trigger, **args):
        """An argument is the words of an entity, or the id of an event."""
        own = {
            role: end if isinstance(end, str) else self.entity(end) for role, end in args.items()
        }
        return self.writer.event(kind, self.writer.span(kind, *trigger), **own)


def ann(*events):
    """events: (type, trigger, {role: words})"""
    file = File()
    for kind, trigger, args in events:
        file.event(kind, trigger, **args)
    return file.writer.content()


def compared(root, settings="", **annotators):
    """annotators: {name: .ann or File}"""
    contents = {
        name: own.writer.content() if isinstance(own, File) else own
        for name, own in annotators.items()
    }
    return element_projects.compared(root, LAYER + settings, contents)
