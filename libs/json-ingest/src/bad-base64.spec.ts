import { cutAt, outcomeOf, randomCuts, randomFrom } from '../test/support';

// Fast alone; the machine may be shared.
/** Text of a file member, offset of the fault in it (absent: its closing quote), code if not BASE64_INVALID. */
type Fault = readonly [text: string, offset?: number, code?: string];

const CATALOGUE: readonly Fault[] = [
  ['A'],
  ['AA'],
  ['AAA'],
  ['AA='],
  ['AAAAA'],
  ['AA =\\n'],
  ['=', 0],
  ['==', 0],
  ['====', 0],
  ['A=', 1],
  ['A===', 1],
  ['AA==='.concat('='), 4],
  ['AAA==', 4],
  ['AAAA=', 4],
  ['AAAA====', 4],
  ['AA==A', 4],
  ['AA==AAAA', 4],
  ['AAA=AAAA', 4],
  ['AA=A', 3],
  ['AA=AA==', 3],
  ['AB==', 1],
  ['AP==', 1],
  ['AAB=', 2],
  ['AAD=', 2],
  ['A\\u0042==', 1],
  ['A B\\n= =', 2],
  ['AA-A', 2],
  ['AA_A', 2],
  ['--__', 0],
  ['AA!A', 2],
  ['AA,A', 2],
  ['AA.A', 2],
  ['AA%2B', 2],
  ['AAAA:', 4],
  ['AAAA\\u003d', 4],
  ['AA\\u002dA', 2],
  ['AA\\u0000A', 2],
  ['AA\\bA', 2],
  ['AA\\fA', 2],
  ['AA\\"A', 2],
  ['AA\\\\A', 2],
  ['AA\\u00e9A', 2],
  ['AA\\u0141A', 2],
  ['AA\\ud83d\\ude00A', 2],
  ['AAéA', 2],
  ['AA\u{1f600}A', 2],
  ['AA\u00a0A', 2],
  ['AA\ufeffA', 2],
  ['\ufeffAAAA', 0],
  ['AA\u007fA', 2],
  ['AA\nA', 2, 'JSON_INVALID'],
  ['AA\r\nAA', 2, 'JSON_INVALID'],
  ['AA\tA', 2, 'JSON_INVALID'],
  ['AA\u0000A', 2, 'JSON_INVALID'],
  ['AA\\xA', 3, 'JSON_INVALID'],
  ['AA\\u00G0', 6, 'JSON_INVALID'],
  ['AA\\nA\\', 5],
];

/** The same, where `data:` counts: nothing may come before it but blanks. */
const WITH_PREFIX: readonly Fault[] = [
  ['', undefined, 'BASE64_EMPTY'],
  [' ', undefined, 'BASE64_EMPTY'],
  ['\\r\\n\\t\\u0020 ', undefined, 'BASE64_EMPTY'],
  ['data:,', undefined, 'BASE64_EMPTY'],
  ['data:application/pdf;base64, \\n', undefined, 'BASE64_EMPTY'],
  ['data:'],
  ['data:application/pdf;base64'],
  ['data'.concat('A')],
  ['dat'],
  ['da:', 2],
  ['DATA:,AAAA', 4],
  ['d ata:,AAAA', 5],
  ['AAAAdata:,AAAA', 8],
  ['data:,data:,AAAA', 10],
  ['data:a,AA,A', 9],
  [`data:${'x'.repeat(201)},AAAA`, 205],
  [`data:${'é'.repeat(201)},AAAA`, 405],
  [`data:${'\\u00e9'.repeat(201)},AAAA`, 1205],
  [`data:${'\\u0080'.repeat(201)},AAAA`, 1205],
  ['data:a\nb,AAAA', 6, 'JSON_INVALID'],
  ['data:a\\qb,AAAA', 7, 'JSON_INVALID'],
];

const BEFORE = '{"x":[],"arquivos":[{"arquivo":"';

async function expectFault(
  text: string,
  offset: number | undefined,
  code: string | undefined,
  cuts: Iterable<readonly number[]>,
): Promise<void> {
  const bytes = Buffer.from(`${BEFORE}${text}"}],"y":1}`);
  const position = BEFORE.length + (offset ?? Buffer.byteLength(text));
  const expected = { error: { code: code ?? 'BASE64_INVALID', position, path: 'arquivos[0].arquivo' } };
  for (const cut of cuts) expect(await outcomeOf(cutAt(bytes, cut))).toEqual(expected);
}

function* everyCut(text: string): Generator<readonly number[]> {
  const from = BEFORE.length - 1;
  const length = Buffer.byteLength(text) + 3;
  yield Array.from({ length }, (_, i) => from + i);
  for (let cut = 0; cut < length; cut += length > 200 ? 13 : 1) yield [from + cut];
}

const named = (faults: readonly Fault[]): { title: string; fault: Fault }[] =>
  faults.map((fault) => ({ title: JSON.stringify(fault[0]).slice(0, 60), fault }));

it.each(named(CATALOGUE))('refuses $title, alone and after valid characters', async ({ fault: [text, offset, code] }) => {
  for (const good of ['', 'AAAA', 'AAE+', 'AA\\/A', 'A'.repeat(60), 'QUJD'.repeat(18)]) {
    const at = offset === undefined ? undefined : good.length + offset;
    await expectFault(good + text, at, code, good.length < 60 ? everyCut(good + text) : [[], [BEFORE.length + good.length]]);
  }
});

it.each(named(WITH_PREFIX))('refuses $title', ({ fault: [text, offset, code] }) => expectFault(text, offset, code, everyCut(text)));

it('finds the same error far into a large file, with and without line breaks', async () => {
  const random = randomFrom(3);
  const plain = 'QUJD'.repeat(40_000);
  for (const good of [plain, plain.replace(/.{76}/g, '$&\\r\\n')]) {
    for (const [text, offset, code] of CATALOGUE) {
      const at = offset === undefined ? undefined : good.length + offset;
      await expectFault(good + text, at, code, [[], randomCuts(good.length, 5, random), [good.length + BEFORE.length + 1]]);
    }
  }
});

it('refuses each invalid byte at each position of a quad', async () => {
  const letters = new Set(Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/= "\\'));
  for (let byte = 0; byte < 256; byte++) {
    if (letters.has(byte)) continue;
    for (let place = 0; place < 4; place++) {
      const body = Buffer.from(`[{"arquivo":"${'QUJD'.repeat(64)}"}]`);
      const position = 13 + 200 + place;
      body[position] = byte;
      const code = byte < 0x20 ? 'JSON_INVALID' : 'BASE64_INVALID';
      expect(await outcomeOf(cutAt(body, []))).toEqual({ error: { code, position, path: '[0].arquivo' } });
    }
  }
});

it('opens no sink for an empty string', async () => {
  const openFile = jest.fn();
  expect((await outcomeOf(cutAt(Buffer.from('[{"arquivo":""}]'), []), { openFile })).error?.code).toBe('BASE64_EMPTY');
  expect(openFile).not.toHaveBeenCalled();
});

it('refuses a prefix that is not UTF-8', async () => {
  const body = Buffer.from('[{"arquivo":"data:xéy,AAAA"}]');
  body[body.indexOf(0xc3)] = 0xff;
  const expected = { error: { code: 'BASE64_INVALID', position: 19, path: '[0].arquivo' } };
  for (let cut = 0; cut < body.length; cut++) expect(await outcomeOf(cutAt(body, [cut]))).toEqual(expected);
  const endless = Buffer.concat([Buffer.from('[{"arquivo":"data:'), Buffer.alloc(5000, 0x80)]);
  expect((await outcomeOf(cutAt(endless, []))).error?.code).toBe('BASE64_INVALID');
});

it.each(['data', 'dataAAAA', 'd', 'da', 'dat'].map((start) => start.padEnd(Math.ceil(start.length / 4) * 4, 'A')))(
  'still accepts %j as Base64',
  async (text) => {
    for (let cut = 0; cut <= text.length; cut++) {
      const { contents } = await outcomeOf(cutAt(Buffer.from(`[{"arquivo":"${text}"}]`), [13 + cut]));
      expect(contents).toEqual([Buffer.from(text, 'base64').toString('hex')]);
    }
  },
);

it.each([
  `data:${'x'.repeat(200)},AAEC`,
  `data:${'é'.repeat(200)},AAEC`,
  `data:${'\\u00e9'.repeat(200)},AAEC`,
  ' \\n data:a\\/b;x=\\"q\\";base64\\u002cAAEC',
  'A A\\r\\nE\\u0043',
  'AAEC \\n',
])('accepts %j', async (text) => {
  const body = Buffer.from(`[{"arquivo":"${text}"}]`);
  for (const cut of everyCut(text))
    expect(
      (
        await outcomeOf(
          cutAt(
            body,
            cut.map((at) => at - BEFORE.length + 13),
          ),
        )
      ).contents,
    ).toEqual(['000102']);
});
