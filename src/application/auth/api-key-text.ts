import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_NAME, KEY_PREFIX_LETTERS } from '#domain/users/api-key';

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is more than 2^256. */
const SECRET_LETTERS = 43;
const CHECK_LETTERS = 4;
const FORM = new RegExp(`^${KEY_NAME}[0-9A-Za-z]{${KEY_PREFIX_LETTERS}}_[0-9A-Za-z]{${SECRET_LETTERS + CHECK_LETTERS}}$`);

const letters = (count: number) => Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** CRC-32 of what stands before it, modulo 62^4, in base 62: secret scanners tell a key from other texts by it. */
function checkOf(text: string): string {
  let rest = crc32(text);
  let check = '';
  for (let count = 0; count < CHECK_LETTERS; count++) {
    check = LETTERS.charAt(rest % LETTERS.length) + check;
    rest = Math.floor(rest / LETTERS.length);
  }
  return check;
}

/** `acv_`, eight letters that are shown, `_`, and 256 bits with their check sum. */
export function newApiKey(): { text: string; prefix: string } {
  const prefix = `${KEY_NAME}${letters(KEY_PREFIX_LETTERS)}`;
  const body = `${prefix}_${letters(SECRET_LETTERS)}`;
  return { text: `${body}${checkOf(body)}`, prefix };
}

/** What is stored of a key: it is random, so a plain digest tells nothing of it. Null: no key of ours, which no database need be asked for. */
export function digestOfKey(text: string): string | null {
  const [body, check] = [text.slice(0, -CHECK_LETTERS), text.slice(-CHECK_LETTERS)];
  return FORM.test(text) && checkOf(body) === check ? createHash('sha256').update(text).digest('hex') : null;
}
