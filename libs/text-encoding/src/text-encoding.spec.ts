import { EncodingEvidence, readableTextOf, TextPieces, textOf, UnreadableText, type Encoding } from './index';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const both = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
const wide = (text: string) => Buffer.from(text, 'utf16le');

/** In pieces of every small size, as a stream may bring them. */
function verdictOf(bytes: Buffer, named?: Encoding) {
  const verdicts = [1, 2, 3, 7, bytes.length || 1].map((size) => {
    const evidence = new EncodingEvidence();
    for (let at = 0; at < bytes.length; at += size) evidence.add(bytes.subarray(at, at + size));
    return evidence.verdict(named);
  });
  expect(new Set(verdicts.map((verdict) => JSON.stringify(verdict))).size).toBe(1);
  return verdicts[0]!;
}

function readInPieces(bytes: Buffer, encoding: Encoding): string {
  const texts = [1, 2, 5, bytes.length || 1].map((size) => {
    const pieces = new TextPieces(encoding);
    let text = '';
    for (let at = 0; at < bytes.length; at += size) text += pieces.write(bytes.subarray(at, at + size));
    return text + pieces.end();
  });
  expect(new Set(texts).size).toBe(1);
  return texts[0]!;
}

describe('the encoding of a text', () => {
  it.each<[string, Buffer, Encoding]>([
    ['nothing', both(''), 'utf-8'],
    ['ASCII', both('a;b\r\n'), 'utf-8'],
    ['UTF-8', both('Ação €😀'), 'utf-8'],
    ['UTF-8 with its mark', both('\ufeffAção'), 'utf-8'],
    ['Windows', latin1('A\xe7\xe3o \x80 \x93\x94'), 'windows-1252'],
    ['one letter of Windows at the end', latin1('Jo\xe3'), 'windows-1252'],
    ['UTF-16 with its mark', both(latin1('\xff\xfe'), wide('Ação')), 'utf-16le'],
    ['UTF-16 with its mark, big end first', both(latin1('\xfe\xff'), wide('Ação').swap16()), 'utf-16be'],
    ['UTF-16 without a mark', wide('nivel;Número\r\n“€”;1\r\n'), 'utf-16le'],
    ['UTF-16 without a mark, big end first', wide('nivel;Número\r\n“€”;1\r\n').swap16(), 'utf-16be'],
    ['a single zero byte', both('Ação\0 e mais texto'), 'utf-8'],
  ])('%s', (_, bytes, encoding) => expect(verdictOf(bytes)).toEqual({ encoding, bad: null }));

  it.each<[string, Buffer, number, number, number, number]>([
    ['a line of Windows', both('Ação\r\nJoão\r\n', latin1('Admiss\xe3o'), '\r\nFérias'), 3, 7, 22, 0xe3],
    ['a cut last character', both('São João\n', Buffer.from('Ação').subarray(0, 2)), 2, 2, 13, 0xc3],
    ['a cut character within', both('São\r', Buffer.from('€').subarray(0, 2), 'x'), 2, 1, 6, 0xe2],
    ['a lone following byte', both('ã', latin1('\x80')), 1, 2, 3, 0x80],
    ['half a pair', both('ã', Buffer.from([0xed, 0xa0, 0x80])), 1, 2, 3, 0xed],
    ['a longer form than needed', both('ã', Buffer.from([0xc0, 0xaf])), 1, 2, 3, 0xc0],
    ['beyond the last character', both('ã', Buffer.from([0xf4, 0x90, 0x80, 0x80])), 1, 2, 3, 0xf4],
    ['a mark, and a letter of Windows', both('\ufeffa', latin1('\xe7')), 1, 2, 5, 0xe7],
  ])('a bad byte in UTF-8 is named: %s', (_, bytes, line, column, byte, value) => {
    const bad = { line, column, byte, value };
    expect(verdictOf(bytes)).toEqual({ encoding: 'utf-8', bad });
    expect(() => textOf(bytes)).toThrow(UnreadableText);
    expect(verdictOf(bytes, 'windows-1252')).toEqual({ encoding: 'windows-1252', bad: null });
  });

  it('is the one that was named', () => {
    expect(verdictOf(latin1('A\xe7\xe3o'), 'utf-8')).toEqual({ encoding: 'utf-8', bad: { line: 1, column: 2, byte: 2, value: 0xe7 } });
  });
});

describe('the letters of a text', () => {
  it.each<[string, Buffer, Encoding, string]>([
    ['UTF-8', both('\ufeffAção €😀\r\n\x1a'), 'utf-8', 'Ação €😀\r\n'],
    ['Windows', latin1('A\xe7\xe3o \x80 \x93a\x94\x1a\x1a'), 'windows-1252', 'Ação € “a”'],
    ['UTF-16', both(latin1('\xff\xfe'), wide('Ação 😀\x1a')), 'utf-16le', 'Ação 😀'],
    ['UTF-16, big end first', wide('Ação 😀').swap16(), 'utf-16be', 'Ação 😀'],
    ['an end mark within', both('a\x1a\x1ab\x1a'), 'utf-8', 'a\x1a\x1ab'],
  ])('%s', (_, bytes, encoding, text) => {
    expect(readInPieces(bytes, encoding)).toBe(text);
    expect(textOf(bytes)).toEqual({ text, encoding });
    expect(readableTextOf(bytes)).toBe(text);
  });

  it.each([
    ['alone', '', '', 64 * 1024, ''],
    ['behind a text', 'a', '', 64 * 1024, 'a'],
    ['before a text', '', 'a', 64 * 1024, `${'\x1a'.repeat(64 * 1024)}a`],
    ['more than an end has', 'a', '', 64 * 1024 + 2, 'a\x1a\x1a'],
  ])('end marks without end are read in no time: %s', (_, before, after, count, text) => {
    const bytes = Buffer.from(before + '\x1a'.repeat(count) + after);
    const startedAt = performance.now();
    expect([readInPieces(bytes, 'utf-8'), textOf(bytes).text, readableTextOf(bytes)]).toEqual([text, text, text]);
    const mixed = both('ã'.repeat(50), latin1('\xe7'), '\x1a'.repeat(count), 'b', '\x1a'.repeat(10));
    expect(readableTextOf(mixed)).toBe(`${'ã'.repeat(50)}ç${'\x1a'.repeat(count)}b`);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  it('half a character of UTF-16 is refused, with its line', () => {
    const half = both(latin1('\xff\xfe'), wide('a\r\nbc'), Buffer.from([0x3d, 0xd8]), wide('d'));
    expect(() => readInPieces(half, 'utf-16le')).toThrow('not utf-16le in line 2, column 3');
  });

  it.each([
    ['lines of two encodings', both('Ação\r\n', latin1('Admiss\xe3o \x80\r\n'), 'Férias'), 'Ação\r\nAdmissão €\r\nFérias'],
    ['a cut last character', both('São João, Aç', latin1('\xc3')), 'São João, AçÃ'],
    ['Windows that is UTF-8 once by accident', latin1('CAF\xc9\x94 '.padEnd(80, '\xe7\xe3o ')), `CAFÉ” ${'ção '.repeat(19).slice(0, 74)}`],
  ])('all bytes are read by people: %s', (_, bytes, text) => expect(readableTextOf(bytes)).toBe(text));
});
