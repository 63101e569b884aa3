"""Errors whose text is meant for the user: where, what was found, what to do."""


class BratIaaError(Exception):
    """Anything that stops the work and that the user can mend."""


class ConfigError(BratIaaError):
    """A setting in iaa.conf or on the command line that cannot be used."""


class ProjectError(BratIaaError):
    """A directory in which no comparison is possible."""


class NothingToCompare(ProjectError):
    """A project that is in order, but in which no two annotators have begun the same text.

    on_page  (what was found, what to do) as the pages say it, without paths and options; None where
             they say what a project looks like
    beside_gold  (whether an annotator and the gold have a document in common, further words); None
                 where the gold has nothing to do with it
    """

    def __init__(self, text, on_page=None, beside_gold=None):
        super().__init__(text)
        self.on_page, self.beside_gold = on_page, beside_gold


class DataError(BratIaaError):
    """Values given to a function that cannot be compared."""


class Undefined(Exception):
    """A measure that has no value on this data; the text is the reason."""


def reason_of(error: OSError) -> str:
    """What the system says of an error, to stand in a sentence: "permission denied"."""
    return (error.strerror or str(error)).lower()
