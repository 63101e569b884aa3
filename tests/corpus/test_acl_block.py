"""Our lines in an acl.conf: they come and go, and all others stay as they are, to the byte."""

from random import Random

from cases import each

from brat_iaa.corpus.acl import FIRST, LAST, block_of, parsed, with_block, without_block

RULES = "User-agent: anna\nDisallow: /p/ben/\n\nUser-agent: *\nDisallow: /p/\n"
PIECES = (
    b"User-agent: dora\n", b"Allow: /p/\n", b"\n", b"\r\n", b"# a comment\r\n", b"Disallow: /x/ # y", b"# brat-agreement\n",
    b"\xc3\xa9 \xff\x00", b"User-agent: *\nDisallow: /secret/\n", b"  # brat-agreement: begin\n", FIRST.encode() + b" not\n",
)  # fmt: skip


def test_a_new_file():
    data = with_block(None, RULES)
    assert block_of(data) == RULES and without_block(data) is None
    assert data.decode().splitlines()[0] == FIRST and data.decode().splitlines()[-1] == LAST


@each("seed", range(200))
def test_others_stay_as_they_are(seed):
    random = Random(seed)
    others = b"".join(random.choices(PIECES, k=random.randint(1, 8)))
    data = with_block(others, RULES)
    assert data.endswith(others) and block_of(data) == RULES
    assert with_block(data, RULES) == data
    assert without_block(data) == others and without_block(others) == others
    other_rules = RULES.replace("anna", "ben")
    changed = with_block(data, other_rules)
    assert block_of(changed) == other_rules and without_block(changed) == others


def test_a_block_that_was_moved_down_is_found():
    data = b"# mine\n" + with_block(None, RULES) + b"\n# more\n"
    assert block_of(data) == RULES
    assert without_block(data) == b"# mine\n# more\n"


def test_the_first_rule_counts_and_others_hold_for_other_logins():
    others = b"User-agent: anna\nAllow: /\n\nUser-agent: dora\nDisallow: /p/anna/\n"
    text = with_block(others, RULES).decode()
    reads = parsed(text).can_fetch
    assert not reads("anna", "/p/ben/") and reads("anna", "/p/anna/")
    assert not reads("dora", "/p/anna/") and reads("dora", "/p/ben/")
    assert not reads("guest", "/p/ben/")
