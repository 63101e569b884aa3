"""What every server of ours asks of a request before any application sees it: that it asks for the
server by its name, and comes whole, in time, and not too long.
"""

import io

from server_hooks.guard import limits, origin

# Bytes read at once of what nobody wants.
_PIECE = 2**16


class Door(limits.InTime):
    """Mixin for request handlers of http.server, in front of their other base class.

    hosts  host names by which browsers may ask; None: any
    """

    hosts = None
    # A request that cannot be read has none.
    path = ""

    def is_for_pages(self):
        """Return whether the request is for the agreement pages; else it is for brat."""
        return True

    def login(self):
        """Return the login of who sends a long request to brat; "" or None: nobody's."""
        return ""

    def setup(self):
        super().setup()
        self._arriving = self.rfile

    def handle_one_request(self):
        # A connection may bring several requests.
        self.rfile = self._arriving
        super().handle_one_request()

    def finish(self):
        self.rfile = self._arriving
        super().finish()

    def parse_request(self):
        return super().parse_request() and self._host_fits() and self._take_body()

    def _host_fits(self):
        """Return whether a browser asks for this server by its name; answer if not: a foreign
        page could point its own name here and read along.
        """
        for host in self.headers.get_all("Host", ()) if self.hosts is not None else ():
            name = origin.name_in(host)
            if name not in self.hosts:
                self.refuse(400, "Asked for by another name", origin.refusal(name, self.hosts))
                return False
        return True

    def _take_body(self):
        """Read the whole body before anything begins; answer if it cannot be taken."""
        length = self.headers.get("Content-Length", "0")
        if self.headers.get("Transfer-Encoding"):
            body = self.unmeasured_body()
            if body is None:
                return False
            length = str(len(body))
        elif not (length.isascii() and length.isdigit()):
            self.refuse(400, "Bad Content-Length")
            return False
        else:
            body = None
        refusal = self._too_long(length)
        if refusal is not None:
            self.refuse(413, refusal)
            self._discard()
            return False
        if body is None:
            body = self.rfile.read(int(length))
        self.rfile = io.BytesIO(body)
        return len(body) == int(length) and self._form_fits(body)

    def unmeasured_body(self):
        """Return a body that comes without its length; None after answering that it cannot be."""
        self.refuse(411)

    def _too_long(self, length):
        """Return what to say about a body of so many bytes, as digits; None if it fits."""
        # Python refuses to read numbers of thousands of digits.
        length = int(length[:18])
        if self.is_for_pages():
            return limits.FORM_TOO_LONG if length > limits.LONGEST_FORM else None
        if length <= limits.LONGEST_WITHOUT_LOGIN:
            return None
        login = self.login()
        return limits.too_long(login) if length > limits.longest(login) else None

    def _discard(self):
        """Read what still comes: a client that is refused while it sends would not see why."""
        self.wfile.flush()
        while self.rfile.read(_PIECE):
            pass

    def _form_fits(self, body):
        """Return whether brat can read a form; answer if not."""
        if self.command != "POST" or self.is_for_pages():
            return True
        refusal = limits.form_refusal(self.headers.get("Content-Type", ""), body)
        if refusal:
            self.refuse(*refusal)
        return not refusal

    def refuse(self, *status):
        """Answer a request that no application sees. status: arguments of send_error()"""
        self.send_error(*status)
