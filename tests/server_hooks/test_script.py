"""The one line in brat's pages."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from brat_iaa.server_hooks import script
from brat_iaa.server_hooks.script import TAG, inject


@pytest.mark.parametrize(
    "page, expected",
    [
        (b"<head>\n  </head>\n<body/>", b"<head>\n" + TAG + b"\n  </head>\n<body/>"),
        (b"<head>\r\n</head>\r\n", b"<head>\r\n" + TAG + b"\r\n</head>\r\n"),
        (b"<head></head>", b"<head>" + TAG + b"\n</head>"),
        (b"<title>\xff</title></head></head>", b"<title>\xff</title>" + TAG + b"\n</head></head>"),
    ],
)
def test_the_tag_stands_before_the_end_of_the_head(page, expected):
    assert inject(page) == expected
    for line_end in (b"\r\n", b"\n"):
        expected = expected.replace(TAG + line_end, b"")
    assert expected == page


@pytest.mark.parametrize(
    "page",
    [b"", b"<body/>", inject(b"<head>\n</head>"), b"<head>" + TAG.replace(b'"', b"'") + b"</head>"],
)
def test_pages_that_stay_as_they_are(page):
    assert inject(page) == page


@pytest.mark.parametrize("name", script.PAGES)
def test_brats_own_pages_get_it_and_stay_well_formed(name, brat_folder):
    page = (Path(brat_folder) / name).read_bytes()
    injected = inject(page)
    assert injected.splitlines().count(TAG) == 1
    assert injected.replace(TAG + b"\n", b"") == page
    # Its entities are named in a DTD that is elsewhere.
    tree = ElementTree.fromstring(re.sub(rb"&\w+;", b" ", injected))
    head = tree.find("{http://www.w3.org/1999/xhtml}head")
    assert head[-1].get("src") == "ajax.cgi?action=iaaScript"
