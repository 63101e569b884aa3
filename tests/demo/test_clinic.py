"""What the lines of the demo's project of entities say is in its texts."""

from cases import each

from brat_iaa.demo.serve import CLINIC

FILES = sorted(CLINIC.rglob("*.ann")) + sorted(CLINIC.with_name("clinic_revised").rglob("*.ann"))


@each("path", FILES)
def test_what_a_line_says_is_in_the_text(path):
    name = CLINIC / path.parent.name / f"{path.stem}.txt"
    text = name.read_text("utf-8")
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("T"):
            _, where, words = line.split("\t")
            start, end = map(int, where.split()[1:])
            assert text[start:end] == words
