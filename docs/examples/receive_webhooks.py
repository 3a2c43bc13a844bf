"""Receives the events of a webhook: WEBHOOK_SECRET=whsec_… python3 receive_webhooks.py [port]

Without a secret it accepts the test event alone, as the registration needs it. Put a server with https in front of it.
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ.get("WEBHOOK_SECRET", "").removeprefix("whsec_"))
MOST_BYTES = 1_000_000
SECONDS = 300
# In a real program: a table with a unique key. An event may come twice, under the same id.
known = set()
lock = threading.Lock()


def is_genuine(headers, body):
    message_id, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > SECONDS:
        return False
    digest = hmac.new(key, f"{message_id}.{sent_at}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    # Two of them after a change of the secret.
    return any(hmac.compare_digest(each.encode(), expected) for each in headers.get("webhook-signature", "").split())


def receive(headers, body):
    """Answers the status. Verify first, then parse; store, then answer: what is not answered 2xx comes again."""
    if key and not is_genuine(headers, body):
        return 401
    event = json.loads(body)
    if event["type"] == "webhook.teste":
        return 204
    if not key:
        return 503
    with lock:
        if headers["webhook-id"] not in known:
            print(event["posicao"], event["type"], json.dumps(event["data"]), flush=True)
        known.add(headers["webhook-id"])
    return 204


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_POST(self):
        length = int(self.headers.get("content-length", MOST_BYTES + 1))
        self.close_connection = length > MOST_BYTES
        try:
            status = 400 if length > MOST_BYTES else receive(self.headers, self.rfile.read(length))
        except (ValueError, KeyError):
            status = 400
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int((sys.argv[1:] + ["8080"])[0])), Receiver)
print(f"listening on {server.server_port}", flush=True)
server.serve_forever()
