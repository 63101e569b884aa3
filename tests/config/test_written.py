"""The values of a file as they are written."""

from brat_iaa.config import changing

TEXT = """\
# mine
[project]
annotators = anna, # the first
  ben,
  carla

[layer pos]   # parts of speech
kind = labels
# kept
types = N,
   V

[layer trees]
[access]
reveal = own
"""


def test_written_values():
    assert changing.written(TEXT) == {
        "project": {"annotators": "anna, ben, carla"},
        "layer pos": {"kind": "labels", "types": "N, V"},
        "layer trees": {},
        "access": {"reveal": "own"},
    }
    assert changing.written("\ufeff[a]\r\nb = c\r\n") == {"a": {"b": "c"}}
    assert changing.written("") == {}
