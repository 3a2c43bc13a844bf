"""Follows the events of a client: python3 follow_events.py <address> <idCliente> [position] [epoch]

ACERVO_USER and ACERVO_PASSWORD log in. Prints each event; keep the position of the last one that was handled, and the epoch if there is one.
"""
import json
import os
import sys
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

address, client, after = (sys.argv[1:] + ["fim"])[:3]
epoch = sys.argv[4] if len(sys.argv) > 4 else None


def log_in():
    credentials = {"username": os.environ["ACERVO_USER"], "password": os.environ["ACERVO_PASSWORD"], "aplicacao": "eventos"}
    request = Request(f"{address}/api/Autenticacao/Login", json.dumps(credentials).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)["Token"]


token = log_in()
while True:
    query = urlencode({"idCliente": client, "apos": after, "espera": 25} | ({"epoca": epoch} if epoch else {}))
    try:
        with urlopen(Request(f"{address}/api/Evento?{query}", headers={"Authorization": f"Bearer {token}"}), timeout=60) as answer:
            page = json.load(answer)
    except HTTPError as refusal:
        if refusal.code == 401:
            token = log_in()
        elif refusal.code == 429 or refusal.code >= 500:
            time.sleep(float(refusal.headers.get("Retry-After", 5)))
        else:
            raise
        continue
    for event in page["eventos"]:
        try:
            print(event["posicao"], event["type"], json.dumps(event["data"]), flush=True)
        except BrokenPipeError:
            # Whoever reads the output has seen enough, as `head` has. Nothing is left to be written at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(0)
    # Only now: after a crash these events come again, none is lost.
    after, epoch = page["proximo"], page.get("epoca")
