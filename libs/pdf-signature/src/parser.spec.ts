import { serialise } from './objects';
import { NeedsMore, Parser } from './parser';

// Other suites and programs run at the same time.
const read = (text: string, complete = true) => new Parser(Buffer.from(text, 'latin1'), 0, complete, 20).value();

describe('the object parser', () => {
  it.each([
    ['[1 -2 +3 1.50 .5 4. 0]', '[1 -2 +3 1.50 .5 4. 0]'],
    ['[1 0 R 1 0 1 0 RX]', undefined],
    ['[12 0 R 12 0 13]', '[12 0 R 12 0 13]'],
    ['<</A(b)/C<6 4>/D true/E null>>', '<</A (b)\n/C (d)\n/D true\n/E null>>'],
    ['(a\\(b\\)\\\\ (nested) \\101\\7 \\\nx\\n)', '<612862295C20286E6573746564292041072078' + '0A>'],
    ['(a\r\nb\rc)', '<610A620A63>'],
    ['/A#20B#2F', '/A#20B#2F'],
    ['% a comment\n/Name', '/Name'],
    ['<abc>', '<ABC0>'],
    ['<48656C6C6F>', '(Hello)'],
  ])('reads %j and writes the same', (text, written) => {
    if (written === undefined) expect(() => read(text)).toThrow('DAMAGED');
    else {
      expect(serialise(read(text))).toBe(written);
      expect(serialise(read(written))).toBe(written);
    }
  });

  it.each(['', ']', '<<', '<< /A >>', '<< 1 2 >>', '[1', '(a', '<4', '<zz>', 'word', '--1', '1e9', '{}'])('refuses %j', (text) =>
    expect(() => read(text)).toThrow('DAMAGED'),
  );

  it.each(['1', '/A', '[1 2', '(a', '<4', '<<', 'tru', '1 0'])('requests more input after %j', (text) => {
    expect(() => read(text, false)).toThrow(NeedsMore);
  });

  it.each([
    ['depth', '['.repeat(30) + ']'.repeat(30)],
    ['dictionaries', `[${'<<>>'.repeat(150_000)}]`],
    ['numbers', `[${'1 '.repeat(2_100_000)}]`],
    ['characters', `(${'a'.repeat(5 * 1024 * 1024)})`],
  ])('refuses too many %s', (_what, text) => expect(() => read(text)).toThrow('TOO_COMPLEX'));
});
