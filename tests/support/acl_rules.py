"""A folder like brat's with a data directory, and rules for acl.conf in it."""

DIRECTORIES = (
    "", "p", "p/anna", "p/ben", "p/ben/sub", "p/ann", "hidden", "confidential", "p/50%", "p/a b", "p/ä", "p/q?r",
)  # fmt: skip
RULES = {
    "none": {},
    "one closed": {"": "User-agent: *\nDisallow: /p/ben/\n"},
    "all closed but one": {"": "User-agent: *\nAllow: /p/anna/\nDisallow: /\n"},
    "by user": {
        "": "User-agent: ann1\nDisallow: /p/ben\n\nUser-agent: lead\nAllow: " "/\n\nUser-agent: *\nDisallow: /p/\n",
    },
    "guest": {"": "User-agent: guest\nDisallow: /\n"},
    "first upwards": {
        "": "User-agent: *\nDisallow: /\n", "p/ben": "User-agent: ann1\nDisallow: /p/ben/sub/\n",
    },
    "empty file hides those above": {"": "User-agent: *\nDisallow: /\n", "p": ""},
    "without the slash": {"": "User-agent: *\nDisallow: /p/ann\n"},
    "documents": {"": "User-agent: *\nDisallow: /p/anna/doc1\n"},
    "escapes": {
        "": "User-agent: *\nDisallow: /p/50%25/\nDisallow: /p/a%20b/\nDisallow: /p/%C3%A4\n"
    },
    "line ends and comments": {"": "# rules\r\nUser-agent: *\r\nDisallow: /p/ben/ # his\r\n"},
    "no rules at all": {"p": "nonsense\n\x00\n: :\n"},
    "in brat's own folder": {"..": "User-agent: *\nDisallow: /p/\n"},
}  # fmt: skip


def brat_with_data(folder):
    """A folder like brat's, with a data directory."""
    data = folder / "data"
    for name in DIRECTORIES:
        (data / name).mkdir(parents=True, exist_ok=True)
        for document in ("doc1", "doc10", "other"):
            (data / name / f"{document}.ann").write_text("")
    (folder / "ajax.cgi").write_text("")
    (folder / "config.py").write_text(
        f"BASE_DIR = {str(folder)!r}\nDATA_DIR = {str(data)!r}\nWORK_DIR = "
        f"{str(folder / 'work')!r}\n"
        "USER_PASSWORD = {}\nADMIN_CONTACT_EMAIL = 'x'\nDEBUG = False\nLOG_LEVEL = 30\n"
    )
    return folder
