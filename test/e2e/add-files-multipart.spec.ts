import { place, type Api } from './support/api';
import { expectRefusal, leavesNothing, leavingNothing, PATHS, problemsOf } from './support/creates';
import {
  BOUNDARY,
  fetchPath,
  fieldPart,
  filePart,
  FORM_TYPE,
  formOf,
  labels,
  listed,
  POST,
  sendForm,
  UPLOAD,
  type Part,
} from './support/adding-files';
import { addingScene, type AddingScene } from './support/adding-refusals';
import { describeScene } from './support/describe-service';
import { RawRequest } from './support/raw-http';
import { filed } from './support/reading';
import type { Service } from './support/service';
import { stagedUploads } from './support/state';

const head = (text: string, content = 'x'): Part => ({ head: text, content });
const many = (count: number, part: (index: number) => Part) => Array.from({ length: count }, (_, index) => part(index));

describe.each([
  ['2.2', POST],
  ['2.3', UPLOAD],
])('%s as multipart/form-data', (_, path) => {
  let scene: AddingScene;
  let service: Service;
  let api: Api;
  beforeAll(async () => {
    scene = await addingScene();
    [service, api] = [scene.service, scene.demo];
  });
  afterAll(() => service.stop());

  /** Until this many files are on their way into the store. */
  const arriving = async (files: number) => {
    const end = Date.now() + 60_000;
    while ((await stagedUploads(service)) < files && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const document = async () => (await filed(api)).id;
  const sendRaw = async (body: string | Uint8Array, type = FORM_TYPE) =>
    api.post(path, { query: { idDocumento: await document() }, body, headers: { 'content-type': type } });

  describe('names a file by the name of its part', () => {
    it.each<[string, string, string, string]>([
      ['a plain name', 'Ata.pdf', 'Ata', 'pdf'],
      ['capitals in the extension', 'ATA.PDF', 'ATA', 'pdf'],
      ['several dots', 'a.b.tar.gz', 'a.b.tar', 'gz'],
      ['accents and a zebra', 'Relatório nº 1 🦓.txt', 'Relatório nº 1 🦓', 'txt'],
      ['decomposed accents', 'Relato\u0301rio.txt', 'Relato\u0301rio', 'txt'],
      ['a path upwards', '../../etc/passwd.txt', 'passwd', 'txt'],
      ['a path of Windows', 'C:\\\\Temp\\\\nota.txt', 'nota', 'txt'],
      ['a single backslash', 'C:\\Temp\\nota.txt', 'nota', 'txt'],
      ['both kinds of slashes', '..\\../x/..\\y.txt', 'y', 'txt'],
      ['escaped quotes', 'A \\"B\\".txt', 'A "B"', 'txt'],
      ['quotes as browsers write them', 'A %22B%22.txt', 'A "B"', 'txt'],
      ['a semicolon', 'a; filename=b.txt', 'a; filename=b', 'txt'],
      ['bidi marks', 'exe\u202etxt.a\u2066b.txt', 'exe\u202etxt.a\u2066b', 'txt'],
      ['255 characters', `${'é'.repeat(255)}.txt`, 'é'.repeat(255), 'txt'],
    ])('%s', async (_case, fileName, name, extension) => {
      const id = await document();
      const answer = await sendForm(api, path, id, [filePart(fileName)]);
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      expect(await labels(api, id)).toEqual([`${name} ${extension} 1`]);
      const [file] = await listed(api, id);
      const { headers } = await api.get(fetchPath(file!.idImagem), { headers: { accept: 'application/octet-stream' } });
      const disposition = headers.get('content-disposition') as string;
      expect(disposition).toMatch(/^(attachment|inline); filename[*=][\x20-\x7e]+$/);
      expect(decodeURIComponent(disposition)).not.toMatch(/[/\\]|\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    });

    it.each(['a\rb', 'a\nb', 'a\r\nSet-Cookie: c=d'])('E1 %j, which browsers escape line breaks in', async (name) => {
      const id = await document();
      const encoded = name.replace(/\r/g, '%0D').replace(/\n/g, '%0A');
      const answer = await sendForm(api, path, id, [filePart(`${encoded}.txt`)]);
      if (answer.status !== 200) return void expectRefusal(answer, 400);
      const [file] = await listed(api, id);
      const fetched = await api.get(fetchPath(file!.idImagem), { headers: { accept: 'application/octet-stream' } });
      expect([fetched.status, fetched.headers.get('set-cookie')]).toEqual([200, null]);
      expect(fetched.headers.get('content-disposition')).toMatch(/^attachment; [\x20-\x7e]+$/);
    });

    it('as in RFC 8187, when both are present', async () => {
      const id = await document();
      const name = `form-data; name="f"; filename="plain.txt"; filename*=UTF-8''Relat%C3%B3rio.txt`;
      expect((await sendForm(api, path, id, [head(name)])).status).toBe(200);
      expect(await labels(api, id)).toEqual(['Relatório txt 1']);
    });
  });

  describe('reads', () => {
    it('fields before, between and after the files, applied to all of them', async () => {
      const id = await document();
      const parts = [filePart('a.txt', 'a'), fieldPart('VERSAO', 'R1'), filePart('b.txt', 'b')];
      expect((await sendForm(api, path, id, parts)).status).toBe(200);
      expect(await labels(api, id)).toEqual(['a txt R1', 'b txt R1']);
    });

    it.each<[string, (body: string) => string, string]>([
      ['a preamble', (body) => `to be ignored\r\n${body}`, FORM_TYPE],
      ['an epilogue', (body) => `${body}to be ignored\r\n--${BOUNDARY}\r\n`, FORM_TYPE],
      ['no line end at the end', (body) => body.slice(0, -2), FORM_TYPE],
      ['blanks after a boundary', (body) => body.replaceAll(`--${BOUNDARY}\r\n`, `--${BOUNDARY} \t\r\n`), FORM_TYPE],
      ['a boundary in quotes', (body) => body, `multipart/form-data; boundary="${BOUNDARY}"`],
      ['capitals', (body) => body.replaceAll('form-data', 'FORM-DATA'), `Multipart/Form-Data; charset=utf-8; Boundary=${BOUNDARY}`],
      ['names of headers in small letters', (body) => body.replaceAll('Content-', 'content-'), FORM_TYPE],
      ['file names without quotes', (body) => body.replaceAll('"', ''), FORM_TYPE],
    ])('%s', async (_case, change, type) => {
      const id = await document();
      const body = change(formOf([filePart('a.txt', 'a'), filePart('b.txt', 'b')]).toString('latin1'));
      const answer = await api.post(path, { query: { idDocumento: id }, body, headers: { 'content-type': type } });
      expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
      expect((await listed(api, id)).map(({ binario }) => Buffer.from(binario, 'base64').toString())).toEqual(['a', 'b']);
    });

    it('a body sent byte by byte, on a reused connection', async () => {
      const id = await document();
      const body = formOf([filePart('a.txt', '\r\n--\r\r\n'), filePart('b.txt', `\r\n--${BOUNDARY.slice(0, -1)}`)]);
      const request = new RawRequest(api, path, { 'content-length': body.length, 'content-type': FORM_TYPE }, { idDocumento: id });
      for (const byte of body) await request.send(Buffer.of(byte));
      request.end();
      expect((await request.answer).status).toBe(200);
      const contents = (await listed(api, id)).map(({ binario }) => Buffer.from(binario, 'base64').toString());
      expect(contents).toEqual(['\r\n--\r\r\n', `\r\n--${BOUNDARY.slice(0, -1)}`]);
    });

    it('bodies of other programs', async () => {
      const id = await document();
      const form = new FormData();
      form.append('versao', '2');
      form.append('arquivos', new File([Buffer.from([0, 1, 2, 255])], 'Relatório "1" ção.bin'));
      form.append('arquivos', new Blob(['dois']), 'dois.txt');
      const headers = { authorization: `Bearer ${api.token}` };
      const response = await fetch(`${api.url}${path}?idDocumento=${id}`, { method: 'POST', headers, body: form });
      expect(response.status).toBe(200);
      expect(await labels(api, id)).toEqual(['Relatório "1" ção bin 2', 'dois txt 2']);
    });
  });

  describe('refuses', () => {
    it.each<[string, Part[], string[]]>([
      ['no parts', [], ['corpo OBRIGATORIO']],
      ['fields without a file', [fieldPart('versao', '1')], ['corpo OBRIGATORIO']],
      ['a file without an extension', [filePart('a.txt'), filePart('Ata', 'ata')], ['[1].extensao OBRIGATORIO']],
      ['a file without a name', [filePart('.txt')], ['[0].nomeImagem OBRIGATORIO']],
      ['an extension that is none', [filePart('a.t xt')], ['[0].extensao FORMATO_INVALIDO']],
      ['a file name of 300 characters', [filePart(`${'x'.repeat(296)}.txt`)], ['[0].nomeImagem TAMANHO_EXCEDIDO']],
      ['a NUL in a file name', [filePart('a\0b.txt')], ['[0].nomeImagem FORMATO_INVALIDO']],
      ['an empty file', [filePart('a.txt'), filePart('b.txt', '')], ['[1].arquivo ARQUIVO_VAZIO']],
      ['a version of 51 characters', [filePart('a.txt'), fieldPart('versao', 'x'.repeat(51))], ['[0].versao TAMANHO_EXCEDIDO']],
    ])('%s', async (_case, parts, problems) => {
      const id = await document();
      const refusal = await leavingNothing(service, async () => expectRefusal(await sendForm(api, path, id, parts), 400));
      expect(problemsOf(refusal)).toEqual(problems);
    });

    const whole = formOf([filePart('a.txt'), filePart('b.txt')]).toString('latin1');
    const malformed: [string, string | Uint8Array, string?][] = [
      ['a form without a boundary', whole, 'multipart/form-data; charset=utf-8'],
      ['an empty boundary', whole, 'multipart/form-data; boundary='],
      ['a boundary of 71 characters', whole, `multipart/form-data; boundary=${'x'.repeat(71)}`],
      ['a boundary that does not come', whole, 'multipart/form-data; boundary=outro'],
      ['half a form', whole.slice(0, whole.length / 2)],
      ['a form without its end', whole.slice(0, -6)],
      ['a text for a form', 'isto não é um formulário'],
      ['a part without a name', formOf([head('form-data; filename="a.txt"')])],
      ['a part that is an attachment', formOf([head('attachment; name="a"; filename="a.txt"')])],
      ['a part without headers', `--${BOUNDARY}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`],
      ['a header in two', formOf([head('form-data; name="a"; filename="a.txt"\r\nContent-Disposition: form-data; name="b"')])],
      ['a header that is none', formOf([head('form-data; name="a"; filename="a.txt"\r\nnonsense')])],
      ['a line end in a file name', formOf([filePart('a\r\nSet-Cookie: b=c.txt')])],
      ['a part in Base64', formOf([head('form-data; name="a"; filename="a.txt"\r\nContent-Transfer-Encoding: base64', 'QUJD')])],
      ['headers of 17 kB', formOf([filePart(`${'x'.repeat(17 * 1024)}.txt`)])],
      ['half a character in a file name', formOf([filePart(Buffer.from([0x61, 0xed, 0xa0, 0xbe, 0x2e, 0x74, 0x78, 0x74]))])],
      ['a file name that is not UTF-8', formOf([filePart(Buffer.from('Relatório.txt', 'latin1'))])],
      ['a field of 5 kB', formOf([filePart('a.txt'), fieldPart('versao', 'x'.repeat(5000))])],
      ['500 fields', formOf([filePart('a.txt'), ...many(500, (index) => fieldPart(`f${index}`, 'x'))])],
    ];
    it.each(malformed.map(([title, body, type = FORM_TYPE]) => ({ title, body, type })))('$title', async ({ body, type }) => {
      const id = await document();
      const call = { query: { idDocumento: id }, body, headers: { 'content-type': type } };
      const { codigo } = await leavingNothing(service, async () => expectRefusal(await api.post(path, call), 400));
      expect(codigo).toBe('MULTIPART_INVALIDO');
      expect(await listed(api, id)).toEqual([]);
    });

    it('a form of 500 files', async () => {
      const id = await document();
      const parts = many(500, (index) => filePart(`a${index}.txt`, `${index}`));
      const { codigo } = await leavingNothing(service, async () => expectRefusal(await sendForm(api, path, id, parts), 413));
      expect(codigo).toBe('ARQUIVOS_DEMAIS');
    });

    it('a compressed form, and other multipart types', async () => {
      for (const [type, more] of [
        [FORM_TYPE, { 'content-encoding': 'gzip' }],
        [FORM_TYPE.replace('form-data', 'mixed'), {}],
        ['application/x-www-form-urlencoded', {}],
      ] as const) {
        const call = { query: { idDocumento: await document() }, body: whole, headers: { 'content-type': type, ...more } };
        await leavingNothing(service, async () => expectRefusal(await api.post(path, call), 415));
      }
    });

    it('a repeated field', async () => {
      const id = await document();
      const parts = [fieldPart('versao', '1'), fieldPart('versao', '2'), filePart('a.txt')];
      await leavingNothing(service, async () => expectRefusal(await sendForm(api, path, id, parts), 400));
    });

    it('a form whose sender disconnects', async () => {
      const id = await document();
      const body = formOf([filePart('a.txt', Buffer.alloc(300_000)), filePart('b.txt', Buffer.alloc(300_000))]);
      await leavingNothing(service, async () => {
        const request = new RawRequest(api, path, { 'content-length': body.length, 'content-type': FORM_TYPE }, { idDocumento: id });
        await request.send(body.subarray(0, 450_000));
        await arriving(2);
        request.hangUp();
      });
      expect(await listed(api, id)).toEqual([]);
    });
  });

  it('keeps the connection usable after a refusal and after an epilogue', async () => {
    for (const body of [formOf([filePart('Ata')]), Buffer.concat([formOf([filePart('a.txt')]), Buffer.alloc(100_000)])]) {
      expect([200, 400]).toContain((await sendRaw(body)).status);
      expect((await sendRaw(formOf([filePart('a.txt')]))).status).toBe(200);
    }
  });
});

describeScene('multipart/form-data elsewhere', addingScene, (scene) => {
  describe('is refused', () => {
    leavesNothing(() => scene.service);

    it.each(Object.values(PATHS))('by %s', async (path) => {
      const call = { query: place(), body: formOf([filePart('a.txt')]), headers: { 'content-type': FORM_TYPE } };
      expect(expectRefusal(await scene.demo.post(path, call), 415).codigo).toBe('TIPO_DE_MIDIA_NAO_SUPORTADO');
    });
  });
});
