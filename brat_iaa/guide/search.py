"""Search of the guide: its sections that hold all words of a question."""

from brat_iaa.guide.topics import NAMES, source, topic

# Sections that are listed, and characters that are shown before and after the first word.
MOST = 40
_BEFORE, _AFTER = 40, 120


def search(question: str) -> list:
    """List of (Topic, SourceSection, excerpt) of the sections that hold all words. Those that have
    a word in their heading come first; a section of exactly this name before all others.
    """
    wanted, hits = question.casefold().split(), []
    for name in NAMES if wanted else ():
        for section in source(name):
            title = f"{topic(name).title} {section.heading}".casefold()
            # Below the line with the heading.
            text = " ".join(section.text.split("\n")[1:])
            if all(word in f"{title} {text.casefold()}" for word in wanted):
                named = sum(word in title for word in wanted)
                named += section.heading.casefold().split() == wanted
                hits.append((-named, (topic(name), section, _excerpt(text.strip(), wanted))))
    return [hit for _, hit in sorted(hits, key=lambda row: row[0])[:MOST]]


def _excerpt(text, wanted):
    places = (text.casefold().find(word) for word in wanted)
    first = min((place for place in places if place >= 0), default=0)
    begin, end = max(first - _BEFORE, 0), first + _AFTER
    return "…" * (begin > 0) + text[begin:end].strip() + "…" * (end < len(text))
