import type { Chance } from '../e2e/support/chance';
import { fileText } from './file-texts';

const PATH_SETS: readonly (readonly string[])[] = [
  ['arquivos[*].arquivo', '[*].arquivo', 'documentos[*].arquivos[*].arquivo'],
  ['arquivo', 'a.arquivo', 'a.b[*].arquivo', 'a[*][*].arquivo', '[*][*]', 'a[*]'],
  ['Arquivos[*].ARQUIVO', 'a.a.a', 'a'],
  [],
];
const FILE_NAMES = ['arquivo', 'Arquivo', ' ARQUIVO ', 'arqu\\u0069vo', 'ARQUIVO\\t'];
const HOLDER_NAMES = ['arquivos', 'Arquivos', 'arquivos ', 'documentos', 'a', 'b', 'A'];
const OTHER_NAMES = [
  '', 'x', 'nome', 'é', '\\u00e9', 'É', '\u{1f600}', '\\ud83d\\ude00', '\\ud800', '__proto__', 'constructor', ' Prototype ', 'a.b', '[*]', '0',
  '\\"', '\\\\', '\\/', '\\u0000', '\u2028', '\u0130', 'x'.repeat(40),
]; // prettier-ignore
const TEXTS = [
  '', 'texto', 'ação', '\\n\\r\\t\\b\\f\\"\\\\\\/', '\\u0000', '\\u001f', '\\uD800', '\\udfff\\ud800', '\\uD83D\\uDE00', '\u{1f468}\u200d\u{1f469}',
  '\u2028\u2029', '\ufeff', '\u007f', 'e\u0301', '\u202e', 'QUJD', '{', '[1]', ',', '\\\\"', 'x'.repeat(70),
]; // prettier-ignore
const NUMBERS = [
  '0', '-0', '1', '-1', '1.5', '-0.0', '1e400', '-1E400', '1e-400', '5E-324', '1.7976931348623157e308', '9007199254740993',
  '123456789012345678901234567890', '0.1e+1', '1e0', '0e0', '1E+2', '01', '-', '1.', '.5', '+1', '1e', '0x10', '1e+', '00', '-01', '1.e1',
]; // prettier-ignore
const LITERALS = ['true', 'false', 'null', 'nul', 'True', 'NaN', 'undefined', 'truefalse', 'Infinity', 'nulll'];
/** Half of all numbers and nearly all literals should be ones. */
const GOOD_NUMBERS = 17;
const GOOD_LITERALS = 3;
const BLANKS = [' ', '\n', '\t', '\r\n', '   ', '\u00a0', '\f', '/**/'];
const SNIPPETS = [
  '{', '}', '[', ']', ',', ':', '"', '\\', '\\u', '\\u00', '\\ud800', 'true', 'null', '0', '-', '1', '.', 'e', '+', ' ', '\n', '\0', 'a', '"k":', 'é',
  '\u2028', '\ufeff', '/', '=', '"arquivo":"', '"QUJD"', '{}', '[]', '\x7f', '"a":1,', '\u{1f600}',
]; // prettier-ignore

/** JSON text as odd clients write it. How often it is not even JSON is drawn for each body. */
class Writer {
  private readonly faults: number;
  private readonly blanks: number;

  constructor(private readonly chance: Chance) {
    this.faults = chance.is(0.75) ? 0 : 0.03;
    this.blanks = chance.of([0, 0, 0.1, 0.4]);
  }

  value(depth: number): string {
    const kind = this.chance.whole(depth <= 0 ? 4 : 10);
    if (kind === 0) return this.good(NUMBERS, GOOD_NUMBERS);
    if (kind === 1) return this.good(LITERALS, GOOD_LITERALS);
    if (kind <= 3) return `"${this.chance.of(TEXTS)}"`;
    if (kind === 4)
      return this.list(
        '[',
        ']',
        this.items(() => this.value(depth - 1)),
      );
    if (kind <= 6)
      return this.list(
        '[',
        ']',
        this.items(() => this.object(depth - 1)),
      );
    return this.object(depth - 1);
  }

  /** A body such as the service takes, with files where it looks for them. */
  filing(): string {
    const entries = this.list(
      '[',
      ']',
      this.items(() => this.object(1)),
    );
    if (this.chance.is(0.3)) return entries;
    const names = new Set<string>();
    const [before, after] = [this.member(1, names), this.member(1, names)];
    const members = [before, `"${this.chance.of(HOLDER_NAMES.slice(0, 3))}"${this.blank()}:${this.blank()}${entries}`, after];
    return this.list(
      '{',
      '}',
      members.filter((member) => member !== undefined),
    );
  }

  blank(): string {
    if (!this.chance.is(this.blanks)) return '';
    return this.chance.is(this.faults) ? this.chance.of(BLANKS) : this.chance.of(BLANKS.slice(0, 5));
  }

  private object(depth: number): string {
    const names = new Set<string>();
    const members = this.items(() => this.member(depth, names)).filter((member) => member !== undefined);
    return this.list('{', '}', members);
  }

  private member(depth: number, names: Set<string>): string | undefined {
    const isFile = this.chance.is(0.35);
    const name = isFile ? this.chance.of(FILE_NAMES) : this.chance.is(0.5) ? this.chance.of(HOLDER_NAMES) : this.otherName();
    const folded = name.replace('\\u0069', 'i').replace('\\t', '').trim().toLowerCase();
    if (names.has(folded) && !this.chance.is(0.04)) return undefined;
    names.add(folded);
    const value = this.chance.is(isFile ? 0.9 : 0.1) ? `"${fileText(this.chance)}"` : this.value(depth);
    return `"${name}"${this.blank()}:${this.blank()}${value}`;
  }

  private otherName(): string {
    if (this.chance.is(0.02)) return this.chance.of(OTHER_NAMES);
    return this.chance.is(0.1) ? `n${this.chance.whole(30)}` : this.chance.of(OTHER_NAMES.filter((name) => !/proto|constr/i.test(name)));
  }

  private items<T>(make: () => T): T[] {
    const count = this.chance.is(0.03) ? 9 + this.chance.whole(12) : this.chance.whole(4);
    return Array.from({ length: count }, make);
  }

  private list(open: string, close: string, items: readonly string[]): string {
    const comma = () => (this.chance.is(this.faults) ? this.chance.of(['', ',,', ';', ':']) : ',');
    const inside = items.map((item) => this.blank() + item + this.blank());
    return open + (inside.reduce((text, item) => (text === '' ? item : text + comma() + item), '') || this.blank()) + close;
  }

  private good(choices: readonly string[], count: number): string {
    return this.chance.of(this.chance.is(this.faults) ? choices : choices.slice(0, count));
  }
}

function nested(chance: Chance): string {
  const depth = chance.is(0.9) ? 28 + chance.whole(10) : 500 + chance.whole(3000);
  const open = Array.from({ length: depth }, () => chance.of(['[', '[', '{"a":', '{"arquivo":']));
  const close = open.map((text) => (text === '[' ? ']' : '}')).reverse();
  return open.join('') + chance.of(['', '1', '"QUJD"']) + close.join('');
}

/** One change at a random byte. */
function mutated(chance: Chance, body: Buffer): Buffer {
  const at = chance.whole(body.length + 1);
  const other = chance.whole(body.length + 1);
  const [from, to] = [Math.min(at, other), Math.min(Math.max(at, other), Math.min(at, other) + 30)];
  switch (chance.whole(6)) {
    case 0:
      return Buffer.concat([body.subarray(0, at), Buffer.from(chance.of(SNIPPETS)), body.subarray(at + chance.whole(3))]);
    case 1:
      return Buffer.concat([body.subarray(0, at), Buffer.from([chance.whole(256)]), body.subarray(at + chance.whole(2))]);
    case 2:
      return Buffer.concat([body.subarray(0, from), body.subarray(to)]);
    case 3:
      return Buffer.concat([body.subarray(0, to), body.subarray(from)]);
    case 4: {
      const flipped = Buffer.from(body);
      if (at < body.length) flipped[at]! ^= 1 << chance.whole(8);
      return flipped;
    }
    default:
      return Buffer.concat([
        body.subarray(0, at),
        Buffer.from(chance.of(['\xe9', '\x80', '\xc3', '\xed\xa0\x80', '\xef\xbf', '\xf0\x9f']), 'latin1'),
        body.subarray(at),
      ]);
  }
}

function encoded(chance: Chance, text: string): Buffer {
  if (chance.is(0.005)) return Buffer.from(text, 'utf16le');
  const mark = chance.is(0.04)
    ? chance.of(['\xef\xbb\xbf', '\xef\xbb\xbf', '\xef\xbb\xbf', '\xef\xbb', '\xef', '\xef\xbb\xbf\xef\xbb\xbf'])
    : '';
  const trailing = chance.is(0.03) ? chance.of(['\0', ' ', '\n\n', '{}', ',', 'x', ']', '\u00a0']) : '';
  return Buffer.concat([Buffer.from(mark, 'latin1'), Buffer.from(text + trailing)]);
}

/** A body, and the paths of the files in it. */
export function randomBody(chance: Chance): { body: Buffer; files: readonly string[] } {
  const writer = new Writer(chance);
  const files = chance.is(0.7) ? PATH_SETS[0]! : chance.of(PATH_SETS);
  const text = chance.is(0.02) ? nested(chance) : writer.blank() + (chance.is(0.5) ? writer.filing() : writer.value(4)) + writer.blank();
  let body = encoded(chance, chance.is(0.003) ? chance.of(['', ' ', '\n\t ']) : text);
  if (chance.is(0.35)) for (let times = 1 + chance.whole(3); times > 0; times--) body = mutated(chance, body);
  return { body, files };
}
