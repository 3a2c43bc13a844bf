// Looks for secrets in every file that git tracks. Our own few patterns: the scanners that exist bring a hundred packages or a downloaded program.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conclude } from './supply/packages.mjs';

/** Keys and certificates made for tests and good for nothing else; the key that the S3 reference prints in its examples. */
const TEST_FIXTURES = ['libs/pdf-signature/test/fixtures/identities/', 'libs/s3-signature/src/s3-signer.spec.ts'];

const KEY_FILE = /\.(p12|pfx|jks|keystore|kdbx|key|ppk)$|(^|\/)(id_(rsa|ed25519|ecdsa)|\.env|\.netrc|credentials)$/;
/** What stands for a password without being one: a variable, a word that says so, or one that opens nothing but this machine. */
const PLACEHOLDER = /^([$<{].*|…|\.{3}|\*+|password|senha|secret|nothing|none)$/i;
const NOWHERE = /^(127\.|localhost\b|\[::1\]|[^/]*\bexample\b)/;

/** Bits per character: words and repeated letters stay below 3.5, random text of 20 characters does not. */
function entropyOf(text) {
  const counts = new Map();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - (count / text.length) * Math.log2(count / text.length), 0);
}
const isRandom = (value) => /\d/.test(value) && /[a-z]/i.test(value) && entropyOf(value) >= 3.5;

const PATTERNS = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----(?:\\n|\s)+[A-Za-z0-9+/=\\\s]{60}/g],
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ['an access token', /\b(?:gh[pousr]_\w{36}|github_pat_\w{60}|glpat-[\w-]{20}|npm_\w{36}|xox[abprs]-[\w-]{10}|sk_live_\w{16})/g],
  ['a JSON Web Token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{20,}/g],
  [
    'a password in an address',
    /\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@'"`]+:(?<password>[^\s/@'"`]+)@(?<host>[^\s'"`]*)/gi,
    ({ password, host }) => !PLACEHOLDER.test(password) && !NOWHERE.test(host),
  ],
  [
    'a random value under a secret name',
    /(?:secret|passw(?:or)?d|senha|token|api_?key|access_?key(?:_?id)?)\w*['"]?\s*[:=]\s*['"`]?(?<value>[\w+/=-]{20,})/gi,
    ({ value }) => isRandom(value),
  ],
];

function secretsOf(file, text) {
  const found = PATTERNS.flatMap(([what, pattern, isSecret = () => true]) =>
    [...text.matchAll(pattern)]
      .filter(({ groups }) => isSecret(groups))
      .map(({ index }) => `${file}:${text.slice(0, index).split('\n').length} looks like ${what}`),
  );
  return KEY_FILE.test(file) ? [`${file} is a kind of file that holds keys`, ...found] : found;
}

const folder = process.argv[2] ?? '.';
const files = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 })
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(folder, file)) && !TEST_FIXTURES.some((fixtures) => file.startsWith(fixtures)));
/** Binary files are searched, too: what is no text in them does no harm. */
const problems = files.flatMap((file) => secretsOf(file, readFileSync(join(folder, file), 'utf8')));
conclude('secrets', problems, `none in ${files.length} files`);
