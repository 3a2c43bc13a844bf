# Checks that the log of an archive has only grown between two heads (`selo`). Needs `pip install cryptography`.
#   python3 verify_consistency.py <acervo-selos.json, from /.well-known/acervo-selos> <older selo> <answer of /api/Evento/Consistencia> [<newer selo>]
# When the service answers 400 FORA_DO_INTERVALO instead of a proof, the log is smaller than the older head: events that it covers are lost.
import base64, hashlib, json, re, sys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

keys_path, older_path, answer_path, *newer_path = sys.argv[1:]
node = lambda left, right: hashlib.sha256(b"\1" + left + right).digest()
read = lambda path: open(path, encoding="utf-8", newline="").read()


def check(is_true, what):
    if not is_true:
        sys.exit(f"NOT VALID: {what}")


def is_signature(key, signature, text):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)
        return True
    except InvalidSignature:
        return False


keys = [re.fullmatch(r"([^+]+)\+([0-9a-f]{8})\+(.+)", each["chave"]).groups() for each in json.loads(read(keys_path))["chaves"]]
answer = json.loads(read(answer_path))


# A head is signed by one of the keys (C2SP signed note and checkpoint).
def opened(head, which):
    end = head.index("\n\n") + 1
    text, lines = head[:end], head[end + 1 :].split("\n")

    def is_signed_by(name, key_id, encoded):
        signatures = [base64.b64decode(line.split(" ")[2]) for line in lines if line.startswith(f"— {name} ")]
        public_key = base64.b64decode(encoded)[1:]
        return any(each[:4].hex() == key_id and is_signature(public_key, each[4:], text.encode()) for each in signatures)

    check(any(is_signed_by(*key) for key in keys), f"the {which} head is not signed by these keys")
    origin, size, root = text.split("\n")[:3]
    # After a restore of the database there is an epoch between installation and client.
    parts = origin.split("/")
    return "/".join([*parts[:2], parts[-1]]), int(size), base64.b64decode(root)


# RFC 9162, 2.1.4.2.
def is_consistent(old_size, old_root, new_size, new_root, proof):
    if old_size == new_size:
        return not proof and old_root == new_root
    fn, sn = old_size - 1, new_size - 1
    while fn % 2 == 1:
        fn, sn = fn // 2, sn // 2
    steps = [old_root, *proof] if fn == 0 else proof
    if not steps:
        return False
    fr = sr = steps[0]
    for step in steps[1:]:
        if sn == 0:
            return False
        if fn % 2 == 1 or fn == sn:
            fr, sr = node(step, fr), node(step, sr)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            sr = node(sr, step)
        fn, sn = fn // 2, sn // 2
    return sn == 0 and fr == old_root and sr == new_root


older_log, old_size, old_root = opened(read(older_path), "older")
newer_head = read(newer_path[0]) if newer_path else answer["selo"]
check(newer_head, "the newer head is missing")
newer_log, new_size, new_root = opened(newer_head, "newer")
check(older_log == newer_log, "the heads are those of two logs")
check(0 < old_size <= new_size, "the older head is the longer one")
proof = [base64.urlsafe_b64decode(each + "=") for each in answer["prova"]]
check(is_consistent(old_size, old_root, new_size, new_root, proof), "the log does not begin with what the older head covers")
print(f"VALID: {newer_log}, from {old_size} to {new_size} events nothing was changed")
