"""A stand-in for the agreement pages' service: says what it was asked, and can be slow or
strange.
"""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from waiting import PATIENCE


class StandIn:
    """Answers on a free port of this computer until close().

    asked   [(path with query, {header: value})] so far
    answer  what comes back: a dict, sent as JSON, or bytes as they are
    status  of the answers
    gate    an Event that answers wait for, or None
    drip    seconds between two bytes of the answer, or 0
    """

    def __init__(self):
        self.asked = []
        self.answer = {"state": "open"}
        self.status = 200
        self.gate = None
        self.drip = 0
        self._closed = False
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                stand_in.asked.append((self.path, dict(self.headers)))
                if stand_in.gate is not None:
                    stand_in.gate.wait(PATIENCE)
                stand_in.send(self)

            def log_message(self, format, *args):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.handle_error = lambda *_: None  # those who did not wait
        self.address = "http://127.0.0.1:%d" % self._server.server_address[1]
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def send(self, handler):
        answer = self.answer
        if not isinstance(answer, bytes):
            answer = json.dumps(answer).encode("utf-8")
        handler.send_response(self.status)
        handler.end_headers()
        for number in range(len(answer) if self.drip else 0):
            handler.wfile.write(answer[number : number + 1])
            time.sleep(self.drip)
        if not self.drip:
            handler.wfile.write(answer)

    def close(self):
        """Stop answering; connections are refused from then on. May be called again."""
        if self._closed:
            return
        self._closed = True
        if self.gate is not None:
            self.gate.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
