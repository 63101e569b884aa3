"""Search of the guide: its sections that hold the words of a question."""

import re

from brat_iaa.guide.topics import NAMES, SECTIONS_BY_NAME, source, topic

# Sections that are listed, and characters that are shown before and after the first word.
MOST = 40
_BEFORE, _AFTER = 40, 120
# Words of questions that say nothing of what is asked.
_SMALL = set(
    "a an and are as at be by can do does for from has have how i in is it mean means my not "
    "of on or our the their there to use we what when where which who why with yet you your".split()
)


def search(question: str) -> list:
    """List of (Topic, SourceSection, excerpt) of the sections that hold most words of a question,
    small ones left out. Those with a word in their heading, or in a name that is looked up, come
    first.
    """
    every = re.findall(r"[^\s?!,;“”\"]+", question.casefold())
    wanted = [word for word in every if word not in _SMALL] or every
    hits = []
    for name in NAMES if wanted else ():
        for section in source(name):
            title = f"{topic(name).title} {section.heading} {_names(name, section)}".casefold()
            # Below the line with the heading.
            text = " ".join(section.text.split("\n")[1:])
            held = sum(word in f"{title} {text.casefold()}" for word in wanted)
            if held:
                named = sum(word in title for word in wanted)
                named += section.heading.casefold().split() == wanted
                hits.append(
                    ((-held, -named), (topic(name), section, _excerpt(text.strip(), wanted)))
                )
    best = min((rank for rank, _ in hits), default=(0, 0))[0]
    ranked = sorted((hit for hit in hits if hit[0][0] == best), key=lambda hit: hit[0])
    return [hit for _, hit in ranked[:MOST]]


def _names(name, section):
    """Names by which people look up a section."""
    targets = (f"{name}#{section.anchor}", name if section.level == 1 else None)
    return " ".join(known for known, target in SECTIONS_BY_NAME.items() if target in targets)


def _excerpt(text, wanted):
    places = (text.casefold().find(word) for word in wanted)
    first = min((place for place in places if place >= 0), default=0)
    begin, end = max(first - _BEFORE, 0), first + _AFTER
    return "…" * (begin > 0) + text[begin:end].strip() + "…" * (end < len(text))
