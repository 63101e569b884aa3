"""The script of brat's page, and the line in brat's pages that loads it, put in on the way out."""

# Well-formed XHTML, and one line that can be found again.
TAG = b'<script type="text/javascript" src="ajax.cgi?action=iaaScript"></script><!-- brat-iaa -->'
_ADDRESS = b"ajax.cgi?action=iaaScript"
# brat's pages that show documents.
PAGES = ("index.xhtml", "diff.xhtml")
# Headers of the script.
HEADERS = (
    ("Content-Type", "application/javascript; charset=utf-8"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "private, max-age=300"),
)


def inject(html):
    """Return a page, bytes, with the tag as a line of its own before </head>.

    It is unchanged when it loads the script already or has no </head>. Without the tag and the
    line end after it, the page is again what it was, to the byte.
    """
    end_of_head = html.find(b"</head>")
    if end_of_head < 0 or _ADDRESS in html:
        return html
    line = html.rfind(b"\n", 0, end_of_head) + 1
    offset = end_of_head if html[line:end_of_head].strip() else line
    line_end = b"\r\n" if html[:line].endswith(b"\r\n") else b"\n"
    return html[:offset] + TAG + line_end + html[offset:]
