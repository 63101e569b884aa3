"""What two managers wanted at once, side by side."""

from brat_iaa import config
from brat_iaa.store.changes import fingerprint
from brat_iaa.web.manage import form, manage_view


def context(seen, posted, present):
    """Variables of manage_conflict.html.

    posted   the form that came too late
    present  bytes of the file now
    """
    text = (present or b"").decode("utf-8", "replace")
    written = config.written(text)
    rows = []
    for one in form.wanted(posted):
        now = written.get(one.section, {}).get(one.key, "")
        label = form.label_of(one.section, one.key, written.get(one.section, {}))
        words = [form.words_of(one.section, one.key, value) for value in (one.was, now, one.value)]
        rows.append((one, now, label, words))
    later = []
    for said in manage_view.said(seen.managing()):
        if fingerprint(said.change.after) == posted.get("fingerprint", ""):
            break
        later.append(said)
    return {
        "rows": rows,
        "later": later,
        "fingerprint": fingerprint(present),
        "page": posted.get("page", ""),
    }
