import { cutAt, outcome, outcomeOf } from '../test/support';

// Fast alone; the machine may be shared.
const file = (value: string): string => `{"arquivos":[{"arquivo":${value}}]}`;

describe('names', () => {
  it.each([
    ['{"a":1,"a":2}', 'a', 7],
    ['{"a":1,"A":2}', 'A', 7],
    ['{"a":1,"b":2," a\\t":3}', ' a\t', 13],
    ['{"a":1,"\\u0061":2}', 'a', 7],
    ['{"É":1,"é":2}', 'é', 8],
    ['[{"x":[{"b":{},"B":[]}]}]', '[0].x[0].B', 15],
    ['{"arquivos":[{"arquivo":"AAEC","Arquivo":"AAEC"}]}', 'arquivos[0].Arquivo', 31],
    ['{"arquivos":[{"arquivo":"AAEC"}],"arquivos ":[{"arquivo":"AAEC"}]}', 'arquivos ', 33],
    [`{${Array.from({ length: 40 }, (_, i) => `"n${i}":0`).join()},"N3":0}`, 'N3', 311],
    [`{${Array.from({ length: 8 }, (_, i) => `"n${i}":0`).join()},"N7":0}`, 'N7', 57],
  ])('refuses the second of two equal names in %s', async (body, path, position) => {
    expect(await outcome(body)).toEqual({ error: { code: 'DUPLICATE_MEMBER', position, path } });
  });

  it('accepts equal names in different objects', async () => {
    const body = '[{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}},{"a":4}]';
    expect(await outcome(body)).toEqual({ json: JSON.parse(body), contents: [] });
    const wide = `[${Array.from({ length: 3 }, () => `{${Array.from({ length: 30 }, (_, i) => `"n${i}":${i}`).join()}}`).join()}]`;
    expect(await outcome(wide)).toEqual({ json: JSON.parse(wide), contents: [] });
  });

  it.each(['__proto__', 'constructor', 'prototype', ' Constructor', '__PROTO__ ', '\\u005f_proto__'])(
    'refuses the name %s',
    async (name) => {
      const path = `a.${name.replace('\\u005f', '_')}`;
      expect(await outcome(`{"a":{"${name}":{"polluted":1}}}`)).toEqual({ error: { code: 'JSON_INVALID', position: 6, path } });
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    },
  );
});

describe('limits', () => {
  const limits = { depth: 3, values: 7, members: 3, skeletonBytes: 60, files: 2, fileBytes: 5, bodyBytes: 90 };

  it.each([
    ['depth', '[[[1]]]', undefined],
    ['depth', '[{"a":[[]]}]', ['JSON_TOO_DEEP', 7]],
    ['depth', '{"a":{"b":{"c":{}}}}', ['JSON_TOO_DEEP', 15]],
    ['values', '[[1,"a",true],{"b":0,"c":1}]', ['JSON_TOO_MANY_VALUES', 25]],
    ['values', '{"a":{"b":[]},"c":"","d":null}', undefined],
    ['values', '[{"arquivo":"AAEC"},{},{},{},{},{}]', ['JSON_TOO_MANY_VALUES', 32]],
    ['values', '[1,2,3,4,5,6,x]', ['JSON_INVALID', 13]],
    ['members', '[{"a":1,"b":2,"c":3},{"d":1}]', undefined],
    ['members', '[{"a":{"x":0,"y":0},"b":2,"c":3,"d":4}]', ['JSON_TOO_MANY_MEMBERS', 32]],
    ['members', '{"a":1,"b":2,"c":3,"__proto__":4}', ['JSON_INVALID', 19, '__proto__']],
    ['skeleton', `[${' '.repeat(58)}]`, undefined],
    ['skeleton', `[${' '.repeat(59)}]`, ['JSON_TOO_LARGE', 60]],
    ['skeleton', `["${'x'.repeat(70)}"]`, ['JSON_TOO_LARGE', 60]],
    ['skeleton', `[{"arquivo":"AAEC"}${' '.repeat(44)}]`, undefined],
    ['skeleton', `[{"arquivo":"AAEC"}${' '.repeat(45)}]`, ['JSON_TOO_LARGE', 64]],
    ['files', '[{"arquivo":"AAEC"},{"arquivo":"AAEC"},{"arquivo":null}]', undefined],
    ['files', '[{"arquivo":"AAEC"},{"arquivo":"AAEC"},{"arquivo":"AAEC"}]', ['TOO_MANY_FILES', 50, '[2].arquivo']],
    ['file', '[{"arquivo":"AAECAAE="}]', undefined],
    ['file', '[{"arquivo":"AAECAAEC"}]', ['FILE_TOO_LARGE', 20, '[0].arquivo']],
    ['file', '[{"arquivo":"A A E C A A E \\u0043"}]', ['FILE_TOO_LARGE', 27, '[0].arquivo']],
    ['file', '[{"arquivo":"AAEC!AECAAECAAEC"}]', ['BASE64_INVALID', 17, '[0].arquivo']],
    ['body', `[{"arquivo":"${'\\n'.repeat(35)}AAE="}]`, undefined],
    ['body', `[{"arquivo":"${'\\n'.repeat(36)}AAE="}]`, ['BODY_TOO_LARGE', 90]],
  ])('limits the %s: %s', async (_, body, expected) => {
    const result = await outcome(body, { limits });
    if (expected === undefined) expect(result.error).toBeUndefined();
    else expect(result).toEqual({ error: { code: expected[0], position: expected[1], path: expected[2] } });
    for (let cut = 0; cut <= body.length; cut++) expect(await outcomeOf(cutAt(Buffer.from(body), [cut]), { limits })).toEqual(result);
    expect(
      await outcomeOf(
        cutAt(
          Buffer.from(body),
          Array.from(body, (__, i) => i),
        ),
        { limits },
      ),
    ).toEqual(result);
  });

  it('has defaults of 32 levels, 50 000 values and 1 MiB', async () => {
    expect((await outcome('['.repeat(32) + ']'.repeat(32))).error).toBeUndefined();
    expect((await outcome('['.repeat(100_000))).error).toEqual({ code: 'JSON_TOO_DEEP', position: 32, path: undefined });
    const members = (count: number) => `{${Array.from({ length: count }, (_, i) => `"n${i}":0`).join()}}`;
    expect((await outcome(members(49_999))).error).toBeUndefined();
    expect((await outcome(members(50_000))).error).toEqual({
      code: 'JSON_TOO_MANY_VALUES',
      position: members(50_000).length - 2,
      path: undefined,
    });
    expect((await outcome(`"${'x'.repeat(1024 * 1024 - 2)}"`)).error).toBeUndefined();
    expect((await outcome(`"${'x'.repeat(1024 * 1024 - 1)}"`)).error).toEqual({
      code: 'JSON_TOO_LARGE',
      position: 1024 * 1024,
      path: undefined,
    });
  });

  it.each([
    ['plain text', '', 100],
    ['plain text', '', 12_288],
    ['plain text', '', 99_999],
    ['text with line breaks', '\\r\\n', 99_998],
  ])('stops a large file at the first character beyond the limit: %s%s, %i bytes', async (_, lineBreak, fileBytes) => {
    const bodyOf = (size: number): Buffer =>
      Buffer.from(`[{"arquivo":"${Buffer.alloc(size, 'abc').toString('base64').replace(/.{76}/g, `$&${lineBreak}`)}"}]`);
    const letter = Math.floor(fileBytes / 3) * 4 + (fileBytes % 3) + 1;
    const position = 13 + letter + Math.floor(letter / 76) * lineBreak.length;
    const expected = { error: { code: 'FILE_TOO_LARGE', position, path: '[0].arquivo' } };
    for (const cuts of [[], [50], [position - 1], [position], [position + 1], [60, 70_000]]) {
      for (const more of [1, 1000, 50_000]) {
        const body = bodyOf(fileBytes + more);
        const within = cuts.filter((cut) => cut <= body.length);
        expect(await outcomeOf(cutAt(body, within), { limits: { fileBytes } })).toEqual(expected);
        expect((await outcomeOf(cutAt(body, within), { limits: { fileBytes: fileBytes + more } })).error).toBeUndefined();
      }
    }
  });

  it('reports an error that comes before the limit', async () => {
    expect((await outcome(`{"a" 1,${' '.repeat(200)}}`, { limits })).error).toEqual({ code: 'JSON_INVALID', position: 5, path: undefined });
  });
});

describe('grammar', () => {
  it.each([
    ['', 0],
    [' \n\t ', 0],
    ['\ufeff', 0],
    ['\ufeff \r\n', 0],
    ['{"a":1,}', 7],
    ['{,}', 1],
    ['[1,]', 3],
    ['[,1]', 1],
    ['[1 2]', 3],
    ['{"a" 1}', 5],
    ['{"a":1 "b":2}', 7],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['[1}', 2],
    ['{"a":1]', 6],
    [']', 0],
    ['{} {}', 3],
    ['{}x', 2],
    ['[01]', 2],
    ['[+1]', 1],
    ['[.5]', 1],
    ['[1.]', 3],
    ['[1e]', 3],
    ['[-]', 2],
    ['[1e+]', 4],
    ['[-a]', 2],
    ['[1.5.5]', 4],
    ['[NaN]', 1],
    ['[True]', 1],
    ['[nul]', 4],
    ['[nulll]', 5],
    ['nulx', 3],
    ['["\t"]', 2],
    ['["\n"]', 2],
    ['["\\x"]', 3],
    ['["\\u12g4"]', 6],
    ['["a\\', undefined],
    ['[/* no */1]', 1],
    ['[1]\u00a0', 3],
    ['\u00a0[1]', 0],
    ['\ufeff\ufeff[1]', 3],
    [file('"AAEC\\x"'), 30],
    [file('"AAEC\n"'), 29],
    [file('"AAEC\\u00zz"'), 33],
  ])('refuses %j', async (body, position) => {
    const { error } = await outcome(body);
    expect([error?.code, error?.position]).toEqual(position === undefined ? ['JSON_TRUNCATED', body.length] : ['JSON_INVALID', position]);
  });

  it.each([
    ['in a text', '5b22c328225d', 2],
    ['in a name', '7b22ff223a317d', 1],
    ['behind a lifted file', `${Buffer.from('[{"arquivo":"AAEC","x":"é').toString('hex')}e28222${Buffer.from('}]').toString('hex')}`, 26],
    ['as a surrogate half', '5b22eda080225d', 2],
  ])('refuses invalid UTF-8 %s', async (_, hex, position) => {
    const body = Buffer.from(hex, 'hex');
    const expected = { error: { code: 'JSON_INVALID', position, path: undefined } };
    for (let cut = 0; cut <= body.length; cut++) expect(await outcomeOf(cutAt(body, [cut]))).toEqual(expected);
  });

  it('reports a truncated body, wherever it ends', async () => {
    const body = Buffer.from('\ufeff{"a":"é\\u00e9\\n","arquivos":[{"arquivo":"data:a\\/b;base64,AAECAw==","n":-1.5e3},null,true],"z":{}}');
    for (let end = 0; end < body.length; end++) {
      const { error } = await outcomeOf(cutAt(body.subarray(0, end), []));
      const isBlank = end <= 3;
      expect(error).toMatchObject(isBlank ? { code: 'JSON_INVALID', position: 0 } : { code: 'JSON_TRUNCATED', position: end });
      if (end > 45 && end < 70) expect(error?.path).toBe('arquivos[0].arquivo');
    }
    expect((await outcomeOf(cutAt(body, []))).error).toBeUndefined();
  });
});
