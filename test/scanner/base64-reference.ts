/** A refusal, and the offset of the byte at which a reader that goes byte by byte must notice it. */
export interface Fault {
  code: string;
  position: number;
  seenAt: number;
}

/** A character of a JSON string: its code unit, and the bytes that it takes. */
interface Character {
  unit: number;
  at: number;
  lastAt: number;
  isEscape: boolean;
}

const SIMPLE: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const SCHEME = 'data:';
const PREFIX_CHARACTERS = 200;
const PREFIX_BYTES = 6 * PREFIX_CHARACTERS + 6;
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);

function* charactersOf(raw: string, base: number): Generator<Character> {
  for (const match of raw.matchAll(/\\u([0-9a-fA-F]{4})|\\(.)|[^\\]/gs)) {
    const [text, hex, letter] = match;
    const at = base + match.index;
    const unit = hex ? parseInt(hex, 16) : (letter ? (SIMPLE[letter] ?? letter) : text).charCodeAt(0);
    yield { unit, at, lastAt: at + text.length - 1, isEscape: text.length > 1 };
  }
}

/** Length in bytes of the longest beginning that is well-formed UTF-8; bytes stand as latin1. */
export function utf8Length(latin1: string): number {
  const wellFormed =
    /(?:[\0-\x7f]+|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})/gy;
  let end = 0;
  while (wellFormed.test(latin1)) end = wellFormed.lastIndex;
  return end;
}

/**
 * The strict reading of a file's text, all of it at once.
 * @param raw what stands between the quotes, bytes as latin1
 * @param base body offset of `raw[0]`; the closing quote stands right behind
 */
export function readBase64(raw: string, base: number, limit: number): Fault | Buffer {
  const closedAt = base + raw.length;
  const invalid = (position: number, seenAt = position): Fault => ({ code: 'BASE64_INVALID', position, seenAt });
  const characters = [...charactersOf(raw, base)];
  const start = characters.findIndex(({ unit }) => !BLANK.has(unit));
  if (start < 0) return { code: 'BASE64_EMPTY', position: closedAt, seenAt: closedAt };
  let letters = characters.slice(start);
  // Letters that may yet become `data:` are judged by the character behind them.
  const held = [...SCHEME].findIndex((letter, i) => textOf(letters.slice(i, i + 1)) !== letter);
  const judgedAt = held > 0 ? (letters[held]?.lastAt ?? closedAt) : 0;
  if (held < 0) {
    const end = endOfPrefix(raw, base, letters);
    if (typeof end !== 'number') return end ?? invalid(closedAt);
    letters = letters.slice(end);
  }
  letters = letters.filter(({ unit }) => !BLANK.has(unit));
  const text = textOf(letters);
  const tooMuch = Math.ceil(((limit + 1) * 8) / 6) - 1;
  const plain = /^[A-Za-z0-9+/]*/.exec(text)![0].length;
  if (tooMuch < plain) {
    const { at, lastAt } = letters[tooMuch]!;
    return { code: 'FILE_TOO_LARGE', position: at, seenAt: Math.max(lastAt, judgedAt) };
  }
  const at = letters[plain];
  if (at && (text[plain] !== '=' || plain % 4 < 2)) return invalid(at.at, at.lastAt);
  if (at && !isCanonical(`${text.slice(plain - (plain % 4), plain)}==`.slice(0, 4))) return invalid(letters[plain - 1]!.at, at.lastAt);
  const pads = (4 - (plain % 4)) % 4;
  const wrong = [...text.slice(plain, plain + pads)].findIndex((letter) => letter !== '=');
  const excess = letters[wrong >= 0 ? plain + wrong : plain + pads];
  if (excess) return invalid(excess.at, excess.lastAt);
  if (text.length % 4 !== 0) return invalid(closedAt);
  if (text === '') return { code: 'BASE64_EMPTY', position: closedAt, seenAt: closedAt };
  if (!isCanonical(text)) throw new Error('the reference contradicts itself');
  return Buffer.from(text, 'base64');
}

/** Index behind the comma of `data:…,`; undefined when there is none. */
function endOfPrefix(raw: string, base: number, characters: readonly Character[]): number | Fault | undefined {
  const from = characters[4]!.lastAt + 1;
  let count = 0;
  for (const [i, { unit, at, lastAt, isEscape }] of characters.entries()) {
    if (i < 5) continue;
    if (unit === 0x2c) {
      const prefix = raw.slice(from - base, lastAt + 1 - base);
      const wellFormed = utf8Length(prefix);
      return wellFormed === prefix.length ? i + 1 : { code: 'BASE64_INVALID', position: from + wellFormed, seenAt: lastAt };
    }
    if (isEscape || (unit & 0xc0) !== 0x80) count++;
    if (count > PREFIX_CHARACTERS || lastAt + 1 - from > PREFIX_BYTES) return { code: 'BASE64_INVALID', position: at, seenAt: lastAt };
  }
  return undefined;
}

function isCanonical(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text;
}

function textOf(characters: readonly Character[]): string {
  return characters.map(({ unit }) => String.fromCharCode(unit)).join('');
}
