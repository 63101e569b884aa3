"""Files of CoNLL-U from outside: their names, how they are unpacked, whether they have one text."""

import gzip
import io
import zlib

_PLAIN = (".conllu", ".conllx", ".conll", ".conll09")
EXTENSIONS = (*_PLAIN, *(f"{extension}.gz" for extension in _PLAIN))
# Lines with fewer are not read; CoNLL-U has 10.
FEWEST_COLUMNS = 8
# Bytes of what is unpacked, and how many times those of the packed file they may be, if they are
# not few.
_MOST_BYTES, _MOST_TIMES, _FEW_BYTES = 2 * 1024**3, 50, 64 * 1024**2
# What stands before the label of an arc of DEPS where HEAD and DEPS are compared as two layers.
# brat allows these characters in types.
ENHANCED = "enhanced--"


class UnpackError(ValueError):
    """A .gz cannot be unpacked; the message says why."""


def split_extension(name) -> tuple:
    """(stem, extension) of the name of a file; that of a packed one is .conllu.gz."""
    stem, dot, extension = name.rpartition(".")
    if not stem.strip("."):
        return name, ""
    if extension == "gz":
        inner, before = split_extension(stem)
        if before in _PLAIN:
            return inner, f"{before}.gz"
    return stem, dot + extension


def unpacked(data: bytes, extension: str) -> bytes:
    """The content of a file. Raises UnpackError for a .gz that is none, or too large."""
    if not extension.endswith(".gz"):
        return data
    most = most_unpacked(len(data))
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            content = file.read(most + 1)
    except EOFError:
        raise UnpackError("it is cut off") from None
    except (OSError, zlib.error) as error:
        raise UnpackError(f"it is no gzip file: {error}") from None
    if len(content) > most:
        raise UnpackError("it is too large when unpacked")
    return content


def most_unpacked(size: int) -> int:
    """Bytes that may come out of so many packed ones; more may be made to fill memory or disk."""
    return max(_FEW_BYTES, min(_MOST_BYTES, _MOST_TIMES * size))


def is_enhanced(label: str) -> bool:
    """Whether the label is one of DEPS where those of HEAD are compared, too."""
    return label.startswith(ENHANCED)


def sentences(data: bytes) -> set:
    """The words of each sentence, roughly: by which it is told whether files are of one text."""
    texts, words = set(), []
    for line in (*data.splitlines(), b""):
        if not line.strip():
            texts.add(b"".join(words))
            words = []
        elif line[0] != ord("#"):
            words.append(b"".join(line.split(b"\t")[1:2]))
    return texts - {b""}
