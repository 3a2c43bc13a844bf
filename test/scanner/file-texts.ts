import type { Chance } from '../e2e/support/chance';

const OTHER_CHARACTERS = [
  '-', '_', '!', ',', '.', ':', '%', '*', '=', '==', '====', 'é', '\u00a0', '\ufeff', '\u{1f600}', '\u007f', '\t', '\n', '\u0000', '\r\n',
]; // prettier-ignore
const OTHER_ESCAPES = [
  '\\b',
  '\\f',
  '\\"',
  '\\\\',
  '\\u0000',
  '\\u003d',
  '\\u00e9',
  '\\u002d',
  '\\ud800',
  '\\uD83D\\uDE00',
  '\\x',
  '\\u12',
  '\\',
];
const BLANKS = [' ', '\\n', '\\r\\n', '\\t', '\\u0020', '\\u000a', '  '];
const PREFIXES = [
  'data:application/pdf;base64,',
  'data:,',
  ' data:application\\/pdf;name=\\"é\\u00e9\\";base64,',
  'DATA:,',
  'data:',
  'data',
  'dat\\u0061:x\\u002c',
  '\\n d',
  'base64,',
  'data:a,data:b,',
];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64Of(chance: Chance, bytes: number): string {
  const content = Buffer.allocUnsafe(bytes);
  for (let i = 0; i < bytes; i++) content[i] = chance.whole(256);
  return content.toString('base64');
}

function sizeOf(chance: Chance): number {
  if (chance.is(0.75)) return chance.whole(24);
  return chance.is(0.85) ? chance.whole(260) : chance.is(0.9) ? chance.whole(3000) : 12_200 + chance.whole(60_000);
}

const spliced = (text: string, at: number, removed: number, added: string) => text.slice(0, at) + added + text.slice(at + removed);

/** One thing that is wrong, or looks so, somewhere in the text. */
function malformed(chance: Chance, text: string): string {
  const at = chance.whole(text.length + 1);
  switch (chance.whole(9)) {
    case 0:
      return spliced(text, at, chance.whole(2), chance.of(OTHER_CHARACTERS));
    case 1:
      return spliced(text, at, 0, chance.of(OTHER_ESCAPES));
    case 2:
      return spliced(text, at, 1, '');
    case 3:
      return text.replace(/=*$/, '='.repeat(chance.whole(5)));
    case 4:
      // The last letter may now have bits that nothing uses.
      return text.replace(/.(=*)$/, `${LETTERS[chance.whole(64)]}$1`);
    case 5:
      return text.replaceAll('+', '-').replaceAll('/', '_');
    case 6:
      return text + chance.of(['A', 'AA', 'AAA', 'AAAA', '=', '==', 'A=', 'AA==']);
    case 7:
      return spliced(text, at, 0, LETTERS[chance.whole(64)]!);
    default:
      return `data:${chance.of(['x', 'é', '\\u00e9', '\u{1f600}', '\\ud83d\\ude00']).repeat(198 + chance.whole(5))},${text}`;
  }
}

/** Blanks and escapes that make no difference. */
function dressed(chance: Chance, text: string): string {
  if (chance.is(0.15)) return text.replace(/.{1,76}/g, `$&${chance.of(BLANKS)}`);
  const rarely = chance.next() * 0.3;
  return [...text]
    .map((letter) => {
      if (!chance.is(rarely)) return letter;
      if (letter === '/' && chance.is(0.5)) return '\\/';
      return chance.is(0.5) ? letter + chance.of(BLANKS) : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    })
    .join('');
}

/** What stands between the quotes of a file: Base64 of every length, as clients write it, and a good deal that is none. */
export function fileText(chance: Chance): string {
  let text = base64Of(chance, sizeOf(chance));
  // Long runs of plain letters are read by another way, which must not take the letters of another alphabet.
  if (text.length > 64 && chance.is(0.1)) text = chance.is(0.5) ? text.replaceAll('+', '-') : text.replaceAll('/', '_');
  else if (text.length < 400 && chance.is(0.4)) text = dressed(chance, text);
  else if (chance.is(0.2)) text = text.replace(/.{76}/g, `$&${chance.of(BLANKS)}`);
  if (chance.is(0.15)) text = chance.of(PREFIXES) + text;
  if (chance.is(0.2)) text = malformed(chance, text);
  return text;
}
