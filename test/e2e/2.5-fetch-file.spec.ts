import { createHash } from 'node:crypto';
import { samplePdf, samplePng } from '#src/demo/sample-files';
import { base64, IDS, loggedIn, place, type Answer } from './support/api';
import { create, createdBy, expectRefusal, refused, type Created, type SentFile } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, filed, filedElsewhere, NOBODY } from './support/reading';

const BYTES = { accept: 'application/octet-stream' };
const PDF = samplePdf('Contrato');
const DIGITS = Buffer.from('0123456789');

/** The two names that a Content-Disposition says: the one for old programs, and the one in full. */
function fileNames(answer: Answer): { kind: string; plain: string | undefined; full: string } {
  const header = answer.headers.get('content-disposition') as string;
  const kind = /^\w+/.exec(header)?.[0] as string;
  const plain = (/[ ;]filename="((?:[^"\\]|\\.)*)"/.exec(header) ?? /[ ;]filename=([^\s;"]+)/.exec(header))?.[1]?.replace(/\\(.)/g, '$1');
  const extended = /filename\*=UTF-8''([^;]*)/.exec(header)?.[1];
  return { kind, plain, full: extended === undefined ? (plain as string) : decodeURIComponent(extended) };
}

describeService('2.5 GET /api/Arquivo/{idImagem}/Cliente/{idCliente}', ({ service, demo: api, other }) => {
  let document: Created;
  let pdf: string;
  let digits: string;
  beforeAll(async () => {
    document = await filed(api, {
      files: [
        { name: 'Contrato "A" ção', extension: 'pdf', content: PDF },
        { name: 'Dígitos', extension: 'txt', content: DIGITS },
      ],
    });
    [pdf, digits] = document.files.map(({ id }) => id) as [string, string];
  });

  const path = (file: string, client = IDS.client) => `/api/Arquivo/${file}/Cliente/${client}`;
  const fetchBytes = (file: string, headers: Record<string, string> = {}, method = 'GET') =>
    api.call(method, path(file), { headers: { ...BYTES, ...headers } });
  const only = async (file: SentFile) => createdBy(await create(api, 'V2', { files: [file] })).files[0]?.id as string;

  describe('as JSON', () => {
    it('returns the document id and the bytes', async () => {
      const answer = await api.get(path(pdf));
      const { id: idDocumento } = document;
      const expected = { idWorkflow: null, idDocumento, nomeImagem: 'Contrato "A" ção', extensao: 'pdf', arquivo: base64(PDF) };
      expect([answer.status, answer.text]).toEqual([200, JSON.stringify(expected)]);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(answer.headers.get('content-length')).toBe(String(answer.bytes.length));
    });

    it.each(['application/json', '*/*', 'application/*', 'application/json, application/pdf;q=0.9', 'text/html;q=0.5, application/json'])(
      'for Accept: %s',
      async (accept) => {
        const answer = await api.get(path(digits), { headers: { accept } });
        expect(answer.json).toMatchObject({ idDocumento: document.id, arquivo: base64(DIGITS) });
      },
    );

    it('answers HEAD with the length', async () => {
      const { bytes } = await api.get(path(pdf));
      const head = await api.call('HEAD', path(pdf));
      expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, String(bytes.length), 0]);
    });
  });

  describe('as bytes', () => {
    it.each([
      'application/octet-stream',
      'application/pdf',
      'image/png',
      'text/html',
      'application/octet-stream, application/json;q=0.5',
      'application/json;q=0.5, application/octet-stream',
    ])('for Accept: %s', async (accept) => {
      const answer = await api.get(path(pdf), { headers: { accept } });
      expect([answer.status, answer.bytes.equals(PDF)]).toEqual([200, true]);
      expect(answer.headers.get('vary')).toMatch(/accept/i);
    });

    it('with type, length, name and SHA-256', async () => {
      const { headers } = await fetchBytes(pdf);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(headers.get('content-length')).toBe(String(PDF.length));
      expect(headers.get('accept-ranges')).toBe('bytes');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const hash = createHash('sha256').update(PDF).digest();
      expect([`"${hash.toString('hex')}"`, `"${hash.toString('base64')}"`]).toContain(headers.get('etag'));
    });

    it('answers HEAD with the same headers and no bytes', async () => {
      const [whole, head] = [await fetchBytes(pdf), await fetchBytes(pdf, {}, 'HEAD')];
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['content-type', 'content-length', 'content-disposition', 'etag', 'accept-ranges']) {
        expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
      }
    });

    it.each<[string, SentFile, string, RegExp]>([
      ['a PDF in the browser', { extension: 'pdf', content: PDF }, 'inline', /^application\/pdf$/],
      ['a PNG in the browser', { extension: 'png', content: samplePng(4, [9, 9, 9]) }, 'inline', /^image\/png$/],
      ['a text as a download', { extension: 'txt', content: 'texto' }, 'attachment', /^text\/plain(;|$)/],
    ])('opens %s', async (_, file, kind, type) => {
      const answer = await fetchBytes(await only(file));
      expect(fileNames(answer).kind).toBe(kind);
      expect(answer.headers.get('content-type')).toMatch(type);
    });

    it.each<[string, string]>([
      ['Relatório 2024', 'Relatório 2024.txt'],
      ['já tem.txt', 'já tem.txt'],
      ['JÁ TEM.TXT', 'JÁ TEM'],
      ['aspas "duplas" e \'simples\'', "aspas _duplas_ e 'simples'.txt"],
      ['ponto; e=vírgula, 100%41', 'ponto; e=vírgula, 100%41.txt'],
      ['日本語 🦓 ção', '日本語 🦓 ção.txt'],
      ['../../etc/passwd', 'etc_passwd.txt'],
      ['C:\\Temp\\nota', 'C__Temp_nota.txt'],
      ['linha\r\nSet-Cookie: a=b', 'Set-Cookie'],
      ['exe\u202etxt.ação', 'txt.ação.txt'],
      ['..', '.txt'],
      ['x'.repeat(255), '.txt'],
    ])('E1 gives a file %j a name that can be saved', async (name, part) => {
      const id = await only({ extension: 'txt', content: 'texto', name });
      const answer = await fetchBytes(id);
      const header = answer.headers.get('content-disposition') as string;
      const { plain, full } = fileNames(answer);
      expect(header).toMatch(/^attachment; filename[*=][\x20-\x7e]+$/);
      expect(full).toContain(part);
      expect(full).toMatch(/[^.].*\.txt$/i);
      expect(full).not.toMatch(/[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]|^\./u);
      expect(plain).toMatch(/\.txt$/i);
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect((await api.get(path(id))).json.nomeImagem).toBe(name);
    });
  });

  describe('in part', () => {
    it.each([
      ['the first byte', 'bytes=0-0', '0', 'bytes 0-0/10'],
      ['some in the middle', 'bytes=3-5', '345', 'bytes 3-5/10'],
      ['the last byte', 'bytes=9-9', '9', 'bytes 9-9/10'],
      ['from a byte on', 'bytes=7-', '789', 'bytes 7-9/10'],
      ['all by a range', 'bytes=0-9', '0123456789', 'bytes 0-9/10'],
      ['more than there is', 'bytes=8-99999999999', '89', 'bytes 8-9/10'],
      ['the last three', 'bytes=-3', '789', 'bytes 7-9/10'],
      ['a suffix longer than the file', 'bytes=-99', '0123456789', 'bytes 0-9/10'],
    ])('returns %s', async (_, range, expected, contentRange) => {
      const { status, text, headers } = await fetchBytes(digits, { range });
      expect([status, text, headers.get('content-range')]).toEqual([206, expected, contentRange]);
      expect(headers.get('content-length')).toBe(String(expected.length));
      expect(headers.get('etag')).toMatch(/^"/);
    });

    it.each(['bytes=10-', 'bytes=10-20', 'bytes=99999999999-', 'bytes=-0'])('E10 refuses %s, which is out of range', async (range) => {
      const answer = await fetchBytes(digits, { range });
      expectRefusal(answer, 416);
      expect(answer.headers.get('content-range')).toBe('bytes */10');
    });

    it.each(['bytes=5-2', 'bytes=0-1,3-4', 'bytes=', 'bytes=a-b', 'bytes=-', 'bytes=1.5-2', 'lines=0-1', 'bytes=0x1-2', '0-1'])(
      'E10 ignores %s',
      async (range) => {
        const { status, text } = await fetchBytes(digits, { range });
        expect([status, text]).toEqual([200, '0123456789']);
      },
    );

    it('returns any range of a larger file', async () => {
      const content = Buffer.alloc(200_000, 'abcdefghijklmnopqrstuvw\n');
      const id = await only({ extension: 'txt', content });
      for (const [start, end] of [
        [0, 65_535],
        [65_535, 65_536],
        [131_072, 199_999],
      ] as const) {
        const { bytes } = await fetchBytes(id, { range: `bytes=${start}-${end}` });
        expect(bytes.equals(content.subarray(start, end + 1))).toBe(true);
      }
    });

    it('honours If-Range: a range of the same file, all of a changed one', async () => {
      const etag = (await fetchBytes(digits)).headers.get('etag') as string;
      expect((await fetchBytes(digits, { range: 'bytes=0-0', 'if-range': etag })).status).toBe(206);
      expect((await fetchBytes(digits, { range: 'bytes=0-0', 'if-range': '"other"' })).text).toBe('0123456789');
      expect((await fetchBytes(digits, { range: 'bytes=99-', 'if-range': '"other"' })).status).toBe(200);
    });
  });

  describe('partial and whole', () => {
    it('answers HEAD with the total length for any range', async () => {
      const head = await fetchBytes(digits, { range: 'bytes=0-0' }, 'HEAD');
      expect([head.status, head.headers.get('content-length'), head.headers.get('content-range')]).toEqual([200, '10', null]);
      expect((await fetchBytes(digits, { range: 'bytes=99-' }, 'HEAD')).status).toBe(200);
    });

    it.each([
      ['a weak tag', (etag: string) => `W/${etag}`],
      ['a date', () => new Date(Date.now() + 86_400_000).toUTCString()],
      ['a list', (etag: string) => `"0", ${etag}`],
      ['nonsense', () => 'nonsense'],
    ])('treats If-Range with %s as another file', async (_, condition) => {
      const etag = (await fetchBytes(digits)).headers.get('etag') as string;
      const { status, text } = await fetchBytes(digits, { range: 'bytes=0-0', 'if-range': condition(etag) });
      expect([status, text]).toEqual([200, '0123456789']);
    });

    it('resumes a download while the file is unchanged', async () => {
      const etag = (await fetchBytes(pdf)).headers.get('etag') as string;
      const parts: Buffer[] = [];
      for (let from = 0; from < PDF.length; from += 200) {
        parts.push((await fetchBytes(pdf, { range: `bytes=${from}-${from + 199}`, 'if-range': etag })).bytes);
      }
      expect(Buffer.concat(parts).equals(PDF)).toBe(true);
    });
  });

  describe('conditional requests', () => {
    it.each([
      ['the same tag', (etag: string) => etag, 304],
      ['a weak tag', (etag: string) => `W/${etag}`, 304],
      ['one of several tags', (etag: string) => `"a", ${etag}, "b"`, 304],
      ['any tag', () => '*', 304],
      ['another tag', () => '"0"', 200],
      ['the tag without quotes', (etag: string) => etag.replaceAll('"', ''), 200],
    ])('matches %s', async (_, condition, expected) => {
      const etag = (await fetchBytes(digits)).headers.get('etag') as string;
      const answer = await fetchBytes(digits, { 'if-none-match': condition(etag) });
      expect([answer.status, answer.text]).toEqual([expected, expected === 304 ? '' : '0123456789']);
      expect(answer.headers.get('etag')).toBe(etag);
    });

    it('demand a strong tag', async () => {
      const etag = (await fetchBytes(digits)).headers.get('etag') as string;
      for (const same of [etag, `"a", ${etag}`, '*']) expect((await fetchBytes(digits, { 'if-match': same })).status).toBe(200);
      for (const other of ['"0"', `W/${etag}`])
        expect((await fetchBytes(digits, { 'if-match': other, range: 'bytes=0-3' })).json.codigo).toBe('ARQUIVO_DIFERENTE');
    });

    it('by HEAD', async () => {
      const etag = (await fetchBytes(digits)).headers.get('etag') as string;
      const head = await fetchBytes(digits, { 'if-none-match': etag }, 'HEAD');
      expect([head.status, head.bytes.length, head.headers.get('etag')]).toEqual([304, 0, etag]);
      expect((await fetchBytes(digits, { 'if-none-match': '"0"' }, 'HEAD')).status).toBe(200);
    });

    it('use a tag of the content, equal for equal content under any name', async () => {
      const tagOf = async (file: SentFile) => (await fetchBytes(await only(file))).headers.get('etag');
      const tag = await tagOf({ extension: 'txt', content: 'texto', name: 'Um' });
      expect(await tagOf({ extension: 'bin', content: 'texto', name: 'Outro' })).toBe(tag);
      expect(await tagOf({ extension: 'txt', content: 'Texto', name: 'Um' })).not.toBe(tag);
    });

    it('for any range', async () => {
      const etag = (await fetchBytes(digits)).headers.get('etag') as string;
      expect((await fetchBytes(digits, { 'if-none-match': etag, range: 'bytes=99-' })).status).toBe(304);
    });
  });

  describe('access', () => {
    it.each(['leitor', 'financeiro'])('serves %s', async (login) => {
      const user = await loggedIn(service.url, login);
      expect((await user.get(path(pdf), { headers: BYTES })).bytes.equals(PDF)).toBe(true);
    });

    it('E8 returns the same 404 for foreign, hidden, deleted and unknown files', async () => {
      const finance = await loggedIn(service.url, 'financeiro');
      const foreign = (await filedElsewhere(other, { files: [{ extension: 'txt', content: 'segredo' }] })).files[0]?.id as string;
      const record = { values: [{ label: 'Tipo', valorCampo: 'Admissão' }], files: [{ extension: 'txt', content: 'sigilo' }] };
      const hidden = (await filed(api, record, IDS.records)).files[0]?.id as string;
      const gone = await filed(api, { files: [{ extension: 'txt', content: 'apagado' }] });
      const deleted = gone.files[0]?.id as string;
      expect((await fetchBytes(deleted)).status).toBe(200);
      expect((await api.delete('/api/Documento/Delete', { query: { ...place(), idDocumento: gone.id } })).status).toBe(200);
      for (const headers of [{}, BYTES, { ...BYTES, range: 'bytes=0-0' }, { ...BYTES, 'if-none-match': '*' }]) {
        const answers = [NOBODY, foreign, deleted, document.id].map((id) => api.get(path(id), { headers }));
        expectAlike(404, await Promise.all([...answers, finance.get(path(hidden), { headers })]));
      }
      expect((await other.get(path(foreign, IDS.otherClient))).json.arquivo).toBe(base64('segredo'));
      expect((await api.get(path(hidden))).json.arquivo).toBe(base64('sigilo'));
    });

    it.each([
      ['a malformed file id', () => path('123')],
      ['a malformed client id', () => path(pdf, 'x')],
      ['another client in the query', () => `${path(pdf)}?idCliente=${NOBODY}`],
    ])('refuses %s', async (_, address) => {
      await refused(service, 400, () => api.get(address()));
    });
  });
});
