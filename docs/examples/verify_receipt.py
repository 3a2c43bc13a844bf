# Checks that a file stands in the signed log of an archive: file → digest → leaf → root → signature. Needs `pip install cryptography`.
#   python3 verify_receipt.py <key, from /.well-known/acervo-selos> <receipt.json> <file>
import base64, hashlib, hmac, json, re, sys
from datetime import datetime, timezone
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

key, receipt_path, file_path = sys.argv[1:4]
sha256 = lambda data: hashlib.sha256(data).digest()
base64url = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def check(is_true, what):
    if not is_true:
        sys.exit(f"NOT VALID: {what}")


def is_signature(signature, text):
    try:
        public_key.verify(signature, text)
        return True
    except InvalidSignature:
        return False


receipt = json.load(open(receipt_path, encoding="utf-8"))
event, files, head, anchor = receipt["evento"], receipt["arquivos"], receipt["selo"], receipt["carimbo"]
version, client, position, at, action, _, _, _, commitment = json.loads(event)
check(version == 1, "the event is of a version that this script does not know")

# The file is one of the event, which holds a hash of its files under a salt.
digest = hashlib.sha256(open(file_path, "rb").read()).hexdigest()
check(any(each["sha256"] == digest for each in json.loads(files["valores"])), "the file is none of the event")
committed = hmac.new(files["sal"].encode(), files["valores"].encode(), "sha256").digest()
check(base64url(committed) == commitment, "the files are not those of the event")

# The head of the log is signed by the key (C2SP signed note and checkpoint).
name, key_id, encoded = re.fullmatch(r"([^+]+)\+([0-9a-f]{8})\+(.+)", key).groups()
public_key = Ed25519PublicKey.from_public_bytes(base64.b64decode(encoded)[1:])
text, signature_lines = head[: head.rindex("\n\n") + 1], head[head.rindex("\n\n") + 2 :].split("\n")
signatures = [base64.b64decode(line.split(" ")[2]) for line in signature_lines if line.startswith(f"— {name} ")]
mine = [each[4:] for each in signatures if each[:4].hex() == key_id]
check(any(is_signature(each, text.encode()) for each in mine), "the head is not signed by this key")
origin, size, root = text.split("\n")[:3]
check(origin == f"{name}/{client}", "the head is that of another log")

# Places count from 1 (RFC 9162, 2.1.3.2).
def is_in(leaf, place, leaves, proof, root):
    fn, sn, value = place - 1, leaves - 1, sha256(b"\0" + leaf.encode())
    for step in (base64.urlsafe_b64decode(each + "=") for each in proof):
        if sn <= 0:
            return False
        is_right = fn % 2 == 1 or fn == sn
        value = sha256(b"\1" + (step + value if is_right else value + step))
        while is_right and fn % 2 == 0 and fn != 0:
            fn, sn = fn // 2, sn // 2
        fn, sn = fn // 2, sn // 2
    return fn == 0 and sn == 0 and value == root


check(is_in(event, position, int(size), receipt["prova"], base64.b64decode(root)), "the event is not in the log")

# The head is in the anchor of a day. Whether its token is to be believed, `openssl ts -verify` tells.
anchored = ""
if anchor:
    anchor_root, token = base64.urlsafe_b64decode(anchor["raiz"] + "="), anchor["token"]
    check(is_in(head, anchor["folha"], anchor["folhas"], anchor["prova"], anchor_root), "the head is not in the anchor")
    check(token is None or anchor_root in base64.b64decode(token), "the time stamp is not that of the anchor")
    anchored = f", anchored on {anchor['dia']} {'and stamped' if token else 'without a stamp'}: {anchor_root.hex()}"
when = datetime.fromtimestamp(at / 1000, timezone.utc).isoformat()
print(f"VALID: {digest}, {action} at {when}, event {position} of {size} in {origin}{anchored}")
