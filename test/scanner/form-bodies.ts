import type { MultipartOptions } from '#libs/multipart-ingest';
import { BOUNDARY, LIMITS } from '../../libs/multipart-ingest/test/support';
import { Chance } from '../e2e/support/chance';
import { randomCuts } from './random-cuts';

/** One form, how the network cuts it, and under which limits it is read. */
export interface FormCase {
  body: Buffer;
  cuts: readonly number[];
  limits: MultipartOptions['limits'];
  /** Each chunk is spoilt as soon as the next one is asked for. */
  isShared: boolean;
}

const LINE_ENDS = ['\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n\r\n', ''];
const NAMES = ['a', 'arquivos[0]', 'descrição', '', '\u{1f4ce}', 'a b', "it's", 'x'.repeat(70)];
const PARAMETERS = [
  '; name="#"', '; name="#"', '; name=a', ';name="#"', ' ; NAME = "#" ', '; name="#"; filename="#.pdf"', '; name="#"; filename="#.pdf"',
  '; name="a"; filename=nota.pdf', '; name="a"; filename=""', '; name="a"; filename="a%22b%0D%0a.txt"', '; name="a"; filename="C:\\dir\\#"',
  '; name="a"; filename="a\\"b\\\\c"', "; name=a; filename*=UTF-8''a%C3%A7%C3%A3o", "; name=a; filename*=iso-8859-1''a%E7", "; name=a; filename=b; filename*=utf-8'pt'%zz",
  "; name=a; filename*=utf-8''../x'y", '; name=a; size=3; filename="#"', '; filename="#"', '', ';', '; name', '; name=', '; name="a', '; name="a"x', '; name=a;',
  '; name=a; name=b', '; name=a; Filename=x; filename=y', '; name="a\\', '; name=a b', '; name=\u00a0a', '; na me=a', '; name*=a', '; name==', '; name=a=b', '; name="a;b=c"',
]; // prettier-ignore
const DISPOSITIONS = [
  'form-data',
  'form-data',
  'form-data',
  'form-data',
  'form-data',
  'form-data',
  'FORM-DATA',
  'form-datax',
  'attachment',
  '',
  'form-data\t',
];
const OTHER_HEADERS = [
  'Content-Type: text/plain', 'content-type:application/pdf', 'Content-Transfer-Encoding: binary', 'Content-Transfer-Encoding: Base64', 'X-A : b', ' folded', ': none',
  'no colon', 'X-Blank:', 'X-Ação: é', 'Content-Type: multipart/mixed; boundary=x', 'Content-Disposition: form-data; name=twice', 'X-NUL: \0', 'X-LF: a\nb',
  `X-Long: ${'h'.repeat(500)}`, `X-Longer: ${'h'.repeat(16_500)}`, `Content-Type: text/plain; long=${'h'.repeat(16_500)}`,
]; // prettier-ignore
const CONTENTS = [
  '', 'x', '\r', '\n', '\r\n', '\r\n-', '\r\n--', `\r\n--${BOUNDARY.slice(0, -1)}`, `--${BOUNDARY}`, `\n--${BOUNDARY}`, '\r\r\n--bound', 'ação', '\0', 'v'.repeat(60), '%PDF-1.7\n',
]; // prettier-ignore
const PADDINGS = ['', '', '', '', '', ' ', '\t ', ' '.repeat(101), 'x', '-', '\0'];
const SNIPPETS = [
  '\r\n',
  '\r',
  '\n',
  '--',
  `--${BOUNDARY}`,
  `\r\n--${BOUNDARY}--`,
  ':',
  ';',
  '"',
  '\\',
  '=',
  ' ',
  '\xff',
  '\xc3',
  '\0',
  "'",
  '%',
  '*',
  '\r\n\r\n',
];

const usual = (chance: Chance, choices: readonly string[], isOdd: boolean) => (isOdd ? chance.of(choices) : choices[0]!);

function part(chance: Chance, odd: number): string {
  const is = () => chance.is(odd);
  const named = chance.of(is() ? PARAMETERS : PARAMETERS.slice(0, 13)).replaceAll('#', () => chance.of(NAMES));
  const disposition = `Content-Disposition: ${usual(chance, DISPOSITIONS, is())}${named}`;
  const others = Array.from({ length: chance.is(odd + 0.2) ? 1 + chance.whole(2) : 0 }, () =>
    chance.of(is() ? OTHER_HEADERS : OTHER_HEADERS.slice(0, 3)),
  );
  const headers = chance.is(0.3) ? [...others, disposition] : [disposition, ...others];
  const content = Array.from({ length: chance.whole(4) }, () => chance.of(CONTENTS)).join('');
  return headers.join(usual(chance, LINE_ENDS, is())) + usual(chance, ['\r\n\r\n', ...LINE_ENDS], is()) + content;
}

function written(chance: Chance): Buffer {
  const odd = chance.of([0, 0, 0.03, 0.2]);
  const delimiter = () => `--${chance.is(odd / 10) ? chance.of(['', 'boundary', 'boundary-2']) : BOUNDARY}`;
  const lineEnd = () => usual(chance, LINE_ENDS, chance.is(odd));
  let text = chance.is(0.05) ? chance.of(['\r\n', 'preamble\r\n', '\r', `${'p'.repeat(4094 + chance.whole(4))}\r\n`, '--\r\n']) : '';
  for (let parts = chance.whole(5); parts > 0; parts--) {
    text += delimiter() + usual(chance, PADDINGS, chance.is(odd / 4 + 0.02)) + lineEnd() + part(chance, odd) + lineEnd();
  }
  return Buffer.from(
    text + delimiter() + usual(chance, ['--', '-', '', ' --'], chance.is(odd)) + chance.of(['\r\n', '', 'epilogue', '\r\nepilogue\r\n']),
  );
}

function mutated(chance: Chance, body: Buffer): Buffer {
  const at = chance.whole(body.length + 1);
  const end = Math.min(body.length, at + chance.whole(20));
  if (chance.is(0.4))
    return Buffer.concat([body.subarray(0, at), Buffer.from(chance.of(SNIPPETS), 'latin1'), body.subarray(at + chance.whole(3))]);
  if (chance.is(0.3)) return Buffer.concat([body.subarray(0, at), body.subarray(end)]);
  if (chance.is(0.3)) return Buffer.concat([body.subarray(0, end), body.subarray(at)]);
  if (chance.is(0.4)) return body.subarray(0, at);
  const changed = Buffer.from(body);
  if (at < body.length) changed[at] = chance.whole(256);
  return changed;
}

/** Endless and the same for the same seed. */
export function* formCases(seed: number): Generator<FormCase> {
  const chance = new Chance(seed);
  for (;;) {
    let body = written(chance);
    if (chance.is(0.4)) for (let times = 1 + chance.whole(3); times > 0; times--) body = mutated(chance, body);
    const some = (most: number, usually: number) => (chance.is(0.08) ? chance.whole(most) : usually);
    const limits = { body: some(body.length + 2, LIMITS.body), field: some(100, LIMITS.field), fields: some(3, LIMITS.fields) };
    yield { body, cuts: randomCuts(chance, body.length), limits, isShared: chance.is(0.3) };
  }
}
