import { boundaryOf } from './index';
import { bodyOf, BOUNDARY, cutAt, field, file, hex, outcome, outcomeOf, part } from '../test/support';

const disposition = (parameters: string) => `Content-Disposition: form-data${parameters}`;
/** What a file with these parameters is called. */
const nameOf = async (parameters: string) => {
  const { body, error } = await outcome(bodyOf([part(disposition(parameters), 'x')]));
  return error ?? body?.files[0]?.fileName ?? body?.fields[0];
};

describe('boundaryOf', () => {
  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['multipart/form-data;boundary=abc', 'abc'],
    ['multipart/form-data; charset=utf-8; BOUNDARY=aBc; x=y', 'aBc'],
    ['multipart/form-data; boundary="a b:c/d=e?(f),g\'+_."', "a b:c/d=e?(f),g'+_."],
    ['multipart/form-data; boundary = "abc"', 'abc'],
    ['multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
    ['multipart/form-data; boundary=----formdata-undici-012345678901', '----formdata-undici-012345678901'],
    ['multipart/form-data; boundary=------------------------d74496d66958873e', '------------------------d74496d66958873e'],
    [`multipart/form-data; boundary=${'b'.repeat(70)}`, 'b'.repeat(70)],
  ])('reads %s', (contentType, boundary) => {
    expect(boundaryOf(contentType)).toBe(boundary);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="ends with a blank "',
    'multipart/form-data; boundary=a b',
    'multipart/form-data; boundary="a',
    'multipart/form-data; boundary=ação',
    'multipart/form-data; xboundary=abc',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
  ])('finds no boundary in %s', (contentType) => {
    expect(boundaryOf(contentType)).toBeUndefined();
  });
});

describe('ingestMultipart', () => {
  it('returns files and fields in order', async () => {
    const body = bodyOf([file('a', 'um.txt', 'um'), field('x', '1'), file('a', 'dois.txt', 'dois'), field('x', ''), field('', '2')]);
    expect(await outcome(body)).toEqual({
      body: {
        files: [
          { name: 'a', fileName: 'um.txt' },
          { name: 'a', fileName: 'dois.txt' },
        ],
        fields: [
          { name: 'x', value: '1' },
          { name: 'x', value: '' },
          { name: '', value: '2' },
        ],
      },
      contents: [hex('um'), hex('dois')],
    });
  });

  it.each([
    ['no part', `--${BOUNDARY}--`],
    ['no part and a line end', `--${BOUNDARY}--\r\n`],
  ])('accepts a body with %s', async (_, body) => {
    expect(await outcome(body)).toEqual({ body: { files: [], fields: [] }, contents: [] });
  });

  it.each([
    ['a preamble', `ignored\r\nlines\r\n${bodyOf([field('x', '1')])}`],
    ['an empty line before', `\r\n${bodyOf([field('x', '1')])}`],
    ['an epilogue', `${bodyOf([field('x', '1')])}ignored\r\n--${BOUNDARY}\r\n`],
    [
      'no line end after the last delimiter',
      bodyOf([field('x', '1')])
        .subarray(0, -2)
        .toString(),
    ],
    [
      'blanks after a delimiter',
      bodyOf([field('x', '1')])
        .toString()
        .replace(`${BOUNDARY}\r\n`, `${BOUNDARY} \t \r\n`),
    ],
  ])('accepts a body with %s', async (_, body) => {
    expect((await outcome(body)).body?.fields).toEqual([{ name: 'x', value: '1' }]);
  });

  it.each([
    ['nothing', '', 'TRUNCATED'],
    ['no delimiter', 'nothing of the kind', 'TRUNCATED'],
    ['another boundary', bodyOf([field('x', '1')], 'another'), 'TRUNCATED'],
    ['no closing delimiter', bodyOf([field('x', '1')]).subarray(0, -4), 'TRUNCATED'],
    ['a delimiter that goes on', `--${BOUNDARY}x\r\n${disposition('; name=x')}\r\n\r\n1\r\n--${BOUNDARY}--`, 'MALFORMED'],
    ['one dash after a delimiter', `--${BOUNDARY}-\r\n${disposition('; name=x')}\r\n\r\n1\r\n--${BOUNDARY}--`, 'MALFORMED'],
    ['a long preamble', `${'p'.repeat(5000)}\r\n${bodyOf([field('x', '1')])}`, 'MALFORMED'],
    [
      'a lot of blanks after a delimiter',
      `--${BOUNDARY}${' '.repeat(200)}\r\n${disposition('; name=x')}\r\n\r\n1\r\n--${BOUNDARY}--`,
      'MALFORMED',
    ],
    [
      'line feeds alone',
      bodyOf([field('x', '1')])
        .toString()
        .replaceAll('\r\n', '\n'),
      'TRUNCATED',
    ],
    ['no blank line', `--${BOUNDARY}\r\n${disposition('; name=x')}\r\n--${BOUNDARY}\r\n${field('y', '1')}\r\n--${BOUNDARY}--`, 'MALFORMED'],
    ['no blank line in its only part', `--${BOUNDARY}\r\n${disposition('; name=x')}\r\nvalue\r\n--${BOUNDARY}--\r\n`, 'TRUNCATED'],
    ['a part without headers', bodyOf([part('', 'x'), field('y', '1')]), 'MALFORMED'],
  ])('refuses a body with %s', async (_, body, error) => {
    expect(await outcome(body as string)).toEqual({ error });
  });

  it.each([
    ['a header without a colon', `${disposition('; name=x')}\r\nnonsense`],
    ['a header without a name', `${disposition('; name=x')}\r\n: nonsense`],
    ['a blank before the colon', 'Content-Disposition : form-data; name=x'],
    ['a header on two lines', 'Content-Disposition: form-data;\r\n name=x'],
    ['a header twice', `${disposition('; name=x')}\r\n${disposition('; name=y')}`],
    ['no disposition', 'Content-Type: text/plain'],
    ['another disposition', 'Content-Disposition: attachment; name="x"; filename="x.pdf"'],
    ['a disposition that only begins so', 'Content-Disposition: form-datax; name="x"'],
    ['no name', disposition('')],
    ['a file name and no name', disposition('; filename="x.pdf"')],
    ['a parameter twice', disposition('; name="x"; name="y"')],
    ['a file name twice', disposition('; name="x"; filename="a"; FileName="b"')],
    ['a quoted text without end', disposition('; name="x')],
    ['something after a quoted text', disposition('; name="x"y')],
    ['a parameter without value', disposition('; name')],
    ['a bare text with blanks', disposition('; name=x; filename=my file.txt')],
    ['Base64', `${disposition('; name=x')}\r\nContent-Transfer-Encoding: base64`],
    ['a form of its own', `${disposition('; name=x')}\r\nContent-Type: Multipart/Mixed; boundary=y`],
    ['quoted-printable', `${disposition('; name=x')}\r\nContent-Transfer-Encoding: Quoted-Printable`],
    [
      'a name that is not UTF-8',
      Buffer.concat([Buffer.from(disposition('; name="')), Buffer.from([0xe7, 0xe3, 0x6f]), Buffer.from('"')]).toString('latin1'),
    ],
  ])('refuses a part with %s', async (_, headers) => {
    const bytes = Buffer.from(headers, headers.includes('ç') ? 'latin1' : 'utf8');
    const body = Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n`), bytes, Buffer.from(`\r\n\r\n1\r\n--${BOUNDARY}--\r\n`)]);
    expect(await outcome(body)).toEqual({ error: 'MALFORMED' });
  });

  it.each([
    ['binary', 'BINARY'],
    ['8bit', '8bit'],
    ['7bit', '7Bit'],
  ])('accepts and ignores %s', async (_, encoding) => {
    const body = bodyOf([part(`content-disposition: FORM-DATA; NAME=x\r\nCONTENT-TRANSFER-ENCODING: ${encoding}`, 'a=3D')]);
    expect((await outcome(body)).body?.fields).toEqual([{ name: 'x', value: 'a=3D' }]);
  });

  describe('file names', () => {
    it.each([
      ['as it is', '; name=x; filename="nota.pdf"', 'nota.pdf'],
      ['without quotes', '; name=x; filename=nota.pdf', 'nota.pdf'],
      ['in UTF-8', '; name=x; filename="ação 📎.pdf"', 'ação 📎.pdf'],
      ['with an escaped quote', String.raw`; name=x; filename="a\"b\".pdf"`, 'a"b".pdf'],
      ['with a browser’s quote', '; name=x; filename="a%22b%22.pdf"', 'a"b".pdf'],
      ['with line ends as browsers write them', '; name=x; filename="a%0D%0Ab.pdf"', 'a\r\nb.pdf'],
      ['with other escapes as they stand', '; name=x; filename="100%25 a%20b%2.pdf"', '100%25 a%20b%2.pdf'],
      ['with a semicolon in quotes', '; name=x; filename="a;b=c.pdf"', 'a;b=c.pdf'],
      ['with blanks around everything', ' ;  name = x ;\tfilename = "a b.pdf" ', 'a b.pdf'],
      ['with unknown parameters', '; name=x; size=3; filename="a.pdf"; creation-date="x"', 'a.pdf'],
      ['without a path of Unix', '; name=x; filename="/tmp/../etc/a.pdf"', 'a.pdf'],
      ['without a path of Windows', String.raw`; name=x; filename="C:\docs\nota.pdf"`, 'nota.pdf'],
      ['without a path of Windows, escaped', String.raw`; name=x; filename="C:\\docs\\nota.pdf"`, 'nota.pdf'],
      ['without a path that is encoded', "; name=x; filename*=UTF-8''%2e%2e%2Fetc%2Fa.pdf", 'a.pdf'],
      ['as RFC 8187 has it', "; name=x; filename*=utf-8'pt-BR'a%C3%A7%C3%A3o%20%22.pdf", 'ação ".pdf'],
      ['by the better of two names', '; name=x; filename="acao.pdf"; filename*=UTF-8\'\'a%C3%A7%C3%A3o.pdf', 'ação.pdf'],
      [
        'by the other name when one is in another charset',
        '; name=x; filename="acao.pdf"; filename*=iso-8859-1\'\'a%E7%E3o.pdf',
        'acao.pdf',
      ],
      ['by the other name when one is broken', '; name=x; filename="acao.pdf"; filename*=UTF-8\'\'a%E7%E3o.pdf', 'acao.pdf'],
      ['with nothing, when a form had no file to send', '; name=x; filename=""', ''],
      ['with nothing, when there is only a path', '; name=x; filename="a/"', ''],
    ])('%s', async (_, parameters, expected) => {
      expect(await nameOf(parameters)).toBe(expected);
    });
  });

  it('does not treat a part with an unreadable file name as a text field', async () => {
    for (const encoded of ["iso-8859-1''a%E7%E3o.pdf", "UTF-8''a%E7%E3o.pdf", 'plain.pdf']) {
      expect([encoded, await outcome(bodyOf([part(disposition(`; name=x; filename*=${encoded}`), 'bytes')]))]).toEqual([
        encoded,
        { error: 'MALFORMED' },
      ]);
    }
  });

  it('reads text fields with names as browsers write them', async () => {
    const body = bodyOf([part(disposition(String.raw`; name="a%22\"\\b[]"`), 'Olá\r\n📎')]);
    expect((await outcome(body)).body?.fields).toEqual([{ name: String.raw`a""\b[]`, value: 'Olá\r\n📎' }]);
  });

  it('refuses text that is not UTF-8', async () => {
    expect(await outcome(bodyOf([part(disposition('; name=x'), Buffer.from([0xe7, 0xe3, 0x6f]))]))).toEqual({ error: 'MALFORMED' });
  });

  it('accepts a boundary with every allowed character', async () => {
    const boundary = "a'()+_,-./:=? b";
    const body = bodyOf([field('x', '1'), file('y', 'a.bin', `\r\n--${boundary.slice(0, -1)}`)], boundary);
    expect((await outcomeOf(cutAt(body), boundary)).contents).toEqual([hex(`\r\n--${boundary.slice(0, -1)}`)]);
  });
});
