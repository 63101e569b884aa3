"""A brat whose questions about agreement a test answers: a proxy that puts the script into brat's
pages.
"""

import http.client
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from checkout import CHECKOUT
from waiting import PATIENCE

TAG = b'<script type="text/javascript" src="ajax.cgi?action=iaaScript"></script>'
_PASSED_ON = ("Cookie", "Content-Type")
# brat's own files, which the browser need not ask for on every page.
_KEPT = ("/client/", "/static/")


class FakeAgreement:
    """Forwards to brat, and answers iaaAgreement and iaaDisagreements itself.

    answers  {action: JSON object}, or a callable of the request's values that gives one
    asked    [(action, collection, document)] of the questions so far
    go       cleared, the questions wait
    """

    def __init__(self, brat):
        self._brat = urlsplit(brat).netloc
        self.answers = {}
        self.asked = []
        self.go = threading.Event()
        self.go.set()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Head and content of an answer are two pieces; the second must not wait for the first.
            disable_nagle_algorithm = True

            def do_GET(self):
                fake._answer(self, b"")

            def do_POST(self):
                fake._answer(self, self.rfile.read(int(self.headers.get("Content-Length", 0))))

            def log_message(self, format, *args):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = "http://127.0.0.1:%d/" % self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def forget(self):
        """As at the beginning."""
        self.go.set()
        self.answers, self.asked = {}, []

    def close(self):
        self.go.set()
        self._server.shutdown()
        self._server.server_close()

    def count(self, action):
        return sum(asked == action for asked, _, _ in self.asked)

    def _answer(self, handler, body):
        address = urlsplit(handler.path)
        values = {
            name: value
            for name, (value, *_) in parse_qs(address.query + "&" + body.decode("utf-8")).items()
        }
        action = values.get("action", "") if address.path == "/ajax.cgi" else ""
        if action == "iaaScript":
            script = (CHECKOUT / "static" / "brat.js").read_bytes()
            send(handler, 200, [("Content-Type", "application/javascript; charset=utf-8")], script)
        elif action.startswith("iaa"):
            self.asked.append((action, values.get("collection"), values.get("document")))
            self.go.wait()
            answer = self.answers[action]
            if callable(answer):
                answer = answer(values)
            if isinstance(answer, dict):
                answer = json.dumps({"action": action, "protocol": 1, "messages": [], **answer})
            send(handler, 200, [("Content-Type", "application/json")], answer.encode("utf-8"))
        else:
            send(handler, *self._forward(handler, body))

    def _forward(self, handler, body):
        connection = http.client.HTTPConnection(self._brat, timeout=PATIENCE)
        try:
            passed_on = {
                name: handler.headers[name] for name in _PASSED_ON if name in handler.headers
            }
            connection.request(handler.command, handler.path, body or None, passed_on)
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        if urlsplit(handler.path).path in ("/index.xhtml", "/diff.xhtml") and TAG not in content:
            content = content.replace(b"</head>", TAG + b"</head>", 1)
        kept = [
            pair
            for pair in response.getheaders()
            if pair[0].lower() in ("content-type", "set-cookie")
        ]
        if handler.path.startswith(_KEPT):
            kept.append(("Cache-Control", "max-age=3600"))
        return response.status, kept, content


def send(handler, status, headers, content):
    try:
        handler.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(content)))):
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)
    except ConnectionError:
        pass  # the page no longer wants it
