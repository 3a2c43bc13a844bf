// Checks that a file stands in the signed log of an archive: file → digest → leaf → root → signature. Needs Node 20, and nothing else.
//   node verify-receipt.mjs <key, from /.well-known/acervo-selos> <receipt.json> <file>
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const [key, receiptPath, filePath] = process.argv.slice(2);
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const check = (isTrue, what) => {
  if (isTrue) return;
  console.error(`NOT VALID: ${what}`);
  process.exit(1);
};

const { evento, arquivos, prova, selo, carimbo } = JSON.parse(readFileSync(receiptPath, 'utf8'));
const [version, client, position, at, action, , , , commitment] = JSON.parse(evento);
check(version === 1, 'the event is of a version that this script does not know');

// The file is one of the event, which holds a hash of its files under a salt.
const digest = sha256(readFileSync(filePath)).toString('hex');
check(
  JSON.parse(arquivos.valores).some(({ sha256: expected }) => expected === digest),
  'the file is none of the event',
);
check(
  createHmac('sha256', arquivos.sal).update(arquivos.valores).digest('base64url') === commitment,
  'the files are not those of the event',
);

// The head of the log is signed by the key (C2SP signed note and checkpoint).
const [, name, keyId, base64] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(key);
const end = selo.lastIndexOf('\n\n') + 1;
const lines = selo
  .slice(end + 1)
  .split('\n')
  .filter((line) => line.startsWith(`— ${name} `));
const signatures = lines.map((line) => Buffer.from(line.split(' ')[2], 'base64')).filter((bytes) => bytes.toString('hex', 0, 4) === keyId);
const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(base64, 'base64').subarray(1).toString('base64url') };
const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
const isSigned = signatures.some((bytes) => verify(null, Buffer.from(selo.slice(0, end)), publicKey, bytes.subarray(4)));
check(isSigned, 'the head is not signed by this key');
const [origin, size, root] = selo.split('\n');
check(origin === `${name}/${client}`, 'the head is that of another log');

// Places count from 1 (RFC 9162, 2.1.3.2).
function isIn(leaf, place, leaves, proof, root) {
  let [fn, sn] = [BigInt(place) - 1n, BigInt(leaves) - 1n];
  let hash = sha256(Buffer.of(0), leaf);
  for (const step of proof.map((text) => Buffer.from(text, 'base64url'))) {
    if (sn <= 0n) return false;
    const isRight = fn % 2n === 1n || fn === sn;
    hash = isRight ? sha256(Buffer.of(1), step, hash) : sha256(Buffer.of(1), hash, step);
    while (isRight && fn % 2n === 0n && fn !== 0n) [fn, sn] = [fn / 2n, sn / 2n];
    [fn, sn] = [fn / 2n, sn / 2n];
  }
  return fn === 0n && sn === 0n && hash.equals(root);
}
check(isIn(evento, position, size, prova, Buffer.from(root, 'base64')), 'the event is not in the log');

// The head is in the anchor of a day. Whether its token is to be believed, `openssl ts -verify` tells.
let anchored = '';
if (carimbo) {
  const anchor = Buffer.from(carimbo.raiz, 'base64url');
  check(isIn(selo, carimbo.folha, carimbo.folhas, carimbo.prova, anchor), 'the head is not in the anchor');
  const isOver = carimbo.token === null || Buffer.from(carimbo.token, 'base64').includes(anchor);
  check(isOver, 'the time stamp is not that of the anchor');
  anchored = `, anchored on ${carimbo.dia} ${carimbo.token ? 'and stamped' : 'without a stamp'}: ${anchor.toString('hex')}`;
}
console.log(`VALID: ${digest}, ${action} at ${new Date(at).toISOString()}, event ${position} of ${size} in ${origin}${anchored}`);
