// Checks that the log of an archive has only grown between two heads (`selo`). Needs Node 20, and nothing else.
//   node verify-consistency.mjs <acervo-selos.json, from /.well-known/acervo-selos> <older selo> <answer of /api/Evento/Consistencia> [<newer selo>]
// When the service answers 400 FORA_DO_INTERVALO instead of a proof, the log is smaller than the older head: events that it covers are lost.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [keysPath, olderPath, answerPath, newerPath] = process.argv.slice(2);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const check = (isTrue, what) => {
  if (isTrue) return;
  console.error(`NOT VALID: ${what}`);
  process.exit(1);
};

const keys = JSON.parse(readFileSync(keysPath, 'utf8')).chaves.map(({ chave }) => /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(chave));
const answer = JSON.parse(readFileSync(answerPath, 'utf8'));

// A head is signed by one of the keys (C2SP signed note and checkpoint).
function opened(head, which) {
  const end = head.indexOf('\n\n') + 1;
  const isSignedBy = ([, name, keyId, base64]) => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').subarray(1).toString('base64url') };
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    return head
      .slice(end + 1)
      .split('\n')
      .filter((line) => line.startsWith(`— ${name} `))
      .map((line) => Buffer.from(line.split(' ')[2], 'base64'))
      .some(
        (bytes) => bytes.toString('hex', 0, 4) === keyId && verify(null, Buffer.from(head.slice(0, end)), publicKey, bytes.subarray(4)),
      );
  };
  check(keys.some(isSignedBy), `the ${which} head is not signed by these keys`);
  const [origin, size, root] = head.split('\n');
  // After a restore of the database there is an epoch between installation and client.
  const parts = origin.split('/');
  return { log: [...parts.slice(0, 2), parts.at(-1)].join('/'), size: BigInt(size), root: Buffer.from(root, 'base64') };
}

// RFC 9162, 2.1.4.2.
function isConsistent(older, newer, proof) {
  if (older.size === newer.size) return proof.length === 0 && older.root.equals(newer.root);
  let [fn, sn] = [older.size - 1n, newer.size - 1n];
  while (fn % 2n === 1n) [fn, sn] = [fn / 2n, sn / 2n];
  const [first, ...rest] = fn === 0n ? [older.root, ...proof] : proof;
  if (first === undefined) return false;
  let [fr, sr] = [first, first];
  for (const step of rest) {
    if (sn === 0n) return false;
    if (fn % 2n === 1n || fn === sn) {
      fr = sha256(Buffer.of(1), step, fr);
      sr = sha256(Buffer.of(1), step, sr);
      while (fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    } else {
      sr = sha256(Buffer.of(1), sr, step);
    }
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  return sn === 0n && fr.equals(older.root) && sr.equals(newer.root);
}

const older = opened(readFileSync(olderPath, 'utf8'), 'older');
const newerHead = newerPath ? readFileSync(newerPath, 'utf8') : answer.selo;
check(newerHead, 'the newer head is missing');
const newer = opened(newerHead, 'newer');
check(older.log === newer.log, 'the heads are those of two logs');
check(older.size > 0n && older.size <= newer.size, 'the older head is the longer one');
const proof = answer.prova.map((text) => Buffer.from(text, 'base64url'));
check(isConsistent(older, newer, proof), 'the log does not begin with what the older head covers');
console.log(`VALID: ${newer.log}, from ${older.size} to ${newer.size} events nothing was changed`);
