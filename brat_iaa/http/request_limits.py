"""What every server of ours asks of a request before any application sees it: that it asks for the
server by its name, and comes whole, in time, and not too long.
"""

import io

from brat_iaa.http import limits, origin
from brat_iaa.http.reverse_proxy import ReverseProxy

# Bytes read at once of what nobody wants.
_PIECE = 2**16


class RequestLimits(limits.InTime):
    """Mixin for request handlers of http.server, in front of their other base class.

    hosts          host names by which browsers may ask; None: any
    reverse_proxy  the ReverseProxy
    script_name    path below which the browser has asked, e.g. "/team"; `path` is without it
    """

    hosts = None
    reverse_proxy = ReverseProxy()
    script_name = ""
    # A request that cannot be read has none.
    path = ""

    def is_for_pages(self):
        """Return whether the request is for the agreement pages; else it is for brat."""
        return True

    def login(self):
        """Return the login of who sends a long request to brat; "" or None: nobody's."""
        return ""

    def version_string(self):
        """Return what the header Server says: nothing by which holes could be looked up."""
        return "brat-agreement"

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
        return (
            super().parse_request()
            and self._host_fits()
            and self._find_path()
            and self._take_body()
        )

    def _host_fits(self):
        """Return whether a browser asks for this server by its name; answer if not: a foreign
        page could point its own name here and read along.
        """
        for host in self.headers.get_all("Host", ()) if self.hosts is not None else ():
            name = origin.name_in(host)
            if name not in self.hosts:
                self.send_error(400, "Asked for by another name", origin.refusal(name, self.hosts))
                return False
        return True

    def _find_path(self):
        """Take away of the path what the server in front may have left; answer if all would go."""
        self.reverse_proxy.sift(self.headers, self.client_address[0])
        self.script_name = self.reverse_proxy.path(self.headers)
        path, mark, query = self.path.partition("?")
        if self.script_name and path == self.script_name:
            # Relative links on the page need the slash.
            self.send_response(302)
            self.send_header("Location", path + "/" + mark + query)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return False
        if self.script_name and path.startswith(self.script_name + "/"):
            # http.server has made one slash of several at the beginning.
            self.path = "/" + path[len(self.script_name) :].lstrip("/") + mark + query
        return True

    def _take_body(self):
        """Read the whole body before anything begins; answer if it cannot be taken."""
        # What a server in front could understand differently, is refused.
        packed = self.headers.get_all("Transfer-Encoding")
        if packed and ([*map(str.lower, packed)] != ["chunked"] or not self.measure()):
            self.send_error(400, "Bad chunk")
            return False
        length, *others = self.headers.get_all("Content-Length", ["0"])
        if others or not (length.isascii() and length.isdigit()):
            self.send_error(400, "Bad Content-Length")
            return False
        # Python refuses to read numbers of thousands of digits.
        refusal = self._too_long(int(length[:18]))
        if refusal is not None:
            self.send_error(413, refusal)
            self.wfile.flush()
            # A client that is refused while it sends would not see why.
            while self.rfile.read(_PIECE):
                pass
            return False
        body = self.rfile.read(int(length))
        self.rfile = io.BytesIO(body)
        return len(body) == int(length)

    def measure(self):
        """Read a body without a length, and give it one; return whether that could be done."""
        return False

    def _too_long(self, length):
        """Return what to say about a body of so many bytes; None if it fits."""
        if self.is_for_pages():
            return limits.FORM_TOO_LONG if length > limits.LONGEST_FORM else None
        if length <= limits.LONGEST_WITHOUT_LOGIN:
            return None
        login = self.login()
        return limits.too_long(login) if length > limits.longest(login) else None
