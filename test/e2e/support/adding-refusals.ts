import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { Api, base64, IDS, loggedIn, place } from './api';
import { expectRefusal, leavesNothing, problemsOf, refused } from './creates';
import { ENCODINGS, listed, note, send, swept } from './adding-files';
import { RawRequest } from './raw-http';
import { expectAlike, filed, filedElsewhere, NOBODY, remove, texts } from './reading';
import { startService, type Service } from './service';

export interface AddingScene {
  service: Service;
  demo: Api;
  reader: Api;
  finance: Api;
  other: Api;
}

export async function addingScene(): Promise<AddingScene> {
  const service = await startService();
  const logins = ['demo', 'leitor', 'financeiro', 'outro'].map((login) => loggedIn(service.url, login));
  const [demo, reader, finance, other] = (await Promise.all(logins)) as [Api, Api, Api, Api];
  return { service, demo, reader, finance, other };
}

const GIGABYTE = 1024 ** 3;
const FILE = { arquivo: base64('texto'), nomeImagem: 'Ata', extensao: 'txt' };
const without = (name: keyof typeof FILE) => Object.fromEntries(Object.entries(FILE).filter(([member]) => member !== name));

/** Invalid bodies and the expected problems; `[0]` is the file. */
const BAD_FILES: [string, unknown, string[]][] = [
  ['no files', [], ['corpo OBRIGATORIO']],
  ['a file that is none', [FILE, null], ['[1] TIPO_INVALIDO']],
  ['a text for a file', ['texto'], ['[0] TIPO_INVALIDO']],
  ['a list for a file', [[FILE]], ['[0] TIPO_INVALIDO']],
  ['an empty object', [{}], ['[0].arquivo OBRIGATORIO', '[0].nomeImagem OBRIGATORIO', '[0].extensao OBRIGATORIO']],
  ['no content', [FILE, without('arquivo')], ['[1].arquivo OBRIGATORIO']],
  ['no name', [without('nomeImagem')], ['[0].nomeImagem OBRIGATORIO']],
  ['no extension', [without('extensao')], ['[0].extensao OBRIGATORIO']],
  ['a null for content', [{ ...FILE, arquivo: null }], ['[0].arquivo OBRIGATORIO']],
  ['a number for content', [{ ...FILE, arquivo: 5 }], ['[0].arquivo TIPO_INVALIDO']],
  ['an empty content', [FILE, { ...FILE, arquivo: '' }], ['[1].arquivo ARQUIVO_VAZIO']],
  ['a content that is not Base64', [FILE, { ...FILE, arquivo: 'AAA*' }], ['[1].arquivo BASE64_INVALIDO']],
  ['a blank name', [{ ...FILE, nomeImagem: ' ' }], ['[0].nomeImagem OBRIGATORIO']],
  ['a name of 256 characters', [{ ...FILE, nomeImagem: 'x'.repeat(256) }], ['[0].nomeImagem TAMANHO_EXCEDIDO']],
  ['half a character in a name', [{ ...FILE, nomeImagem: 'a\ud83e' }], ['[0].nomeImagem FORMATO_INVALIDO']],
  ['a NUL in a name', [{ ...FILE, nomeImagem: 'a\0b' }], ['[0].nomeImagem FORMATO_INVALIDO']],
  ['a version of 51 characters', [{ ...FILE, versao: 'x'.repeat(51) }], ['[0].versao TAMANHO_EXCEDIDO']],
  ['an extension that is none', [{ ...FILE, extensao: '../pdf' }], ['[0].extensao FORMATO_INVALIDO']],
  ['a member in two spellings', [{ ...FILE, Extensao: 'pdf' }], ['[0].Extensao CAMPO_REPETIDO']],
];

/** Refusals common to 2.2 and 2.3. */
export function refusalsOfAdding(path: string, scene: () => AddingScene): void {
  const add = (api: Api, idDocumento: string) => send(api, path, idDocumento, [note('novo')]);

  describe('refuses', () => {
    leavesNothing(() => scene().service);
    let document: string;
    beforeAll(async () => {
      const rows = (await scene().service.database.query(
        `SELECT id FROM document WHERE client_id = ${bytesIn(`'${IDS.client}'`)} AND deleted_at IS NULL ORDER BY code`,
      )) as { id: string }[];
      document = rows[0]!.id;
    });

    it.each(BAD_FILES)('%s', async (_, body, problems) => {
      const refusal = expectRefusal(await scene().demo.post(path, { query: { idDocumento: document }, body }), 400);
      expect(problemsOf(refusal)).toEqual(problems);
    });

    it('an object instead of the list, with the expected type', async () => {
      const { codigo } = expectRefusal(await scene().demo.post(path, { query: { idDocumento: document }, body: FILE }), 400);
      expect(['TIPO_INVALIDO', 'ENTRADA_INVALIDA']).toContain(codigo);
    });

    it('invalid Base64, with its position', async () => {
      const body = `[{"arquivo":"QUJD*","nomeImagem":"a","extensao":"txt"}]`;
      const { erros = [] } = expectRefusal(await scene().demo.post(path, { query: { idDocumento: document }, body }), 400);
      expect(erros[0]?.mensagem).toContain(`byte ${body.indexOf('*')}`);
    });

    it.each<[string, number, string, Record<string, string>, string]>([
      ['no body', 400, '', {}, 'CORPO_OBRIGATORIO'],
      ['half a body', 400, '[{"arquivo":"QUJD","nomeIm', {}, 'JSON_INVALIDO'],
      ['a second value', 400, `${JSON.stringify([FILE])}[]`, {}, 'JSON_INVALIDO'],
      ['a text', 415, JSON.stringify([FILE]), { 'content-type': 'text/plain' }, 'TIPO_DE_MIDIA_NAO_SUPORTADO'],
      ['a packed body', 415, JSON.stringify([FILE]), { 'content-encoding': 'gzip' }, 'TIPO_DE_MIDIA_NAO_SUPORTADO'],
    ])('%s', async (_, status, body, headers, code) => {
      const answer = await scene().demo.post(path, { query: { idDocumento: document }, body, headers });
      expect(expectRefusal(answer, status).codigo).toBe(code);
    });

    it.each([
      ['no document', '', ['idDocumento OBRIGATORIO']],
      ['a malformed document', 'idDocumento=1', ['idDocumento FORMATO_INVALIDO']],
    ])('%s', async (_, query, problems) => {
      expect(problemsOf(expectRefusal(await scene().demo.post(path, { query, body: [FILE] }), 400))).toEqual(problems);
    });

    it.each(ENCODINGS)('101 files as %s', async (encoding) => {
      const files = Array.from({ length: 101 }, (_, index) => note(`n${index}`));
      expect(expectRefusal(await send(scene().demo, path, document, files, encoding), 413).codigo).toBe('ARQUIVOS_DEMAIS');
    });
  });

  describe('rights', () => {
    it('serves users with the permission to add files, at their levels', async () => {
      const { demo, finance } = scene();
      const { id } = await filed(demo);
      expect((await add(finance, id)).status).toBe(200);
      expect((await listed(demo, id)).map(({ nomeDoArquivo }) => nomeDoArquivo)).toEqual(['novo']);
    });

    it('refuses users without the permission and calls without a token', async () => {
      const { service, demo, reader } = scene();
      const { id } = await filed(demo);
      for (const as of [reader, new Api(service.url), new Api(service.url, `${demo.token!.slice(0, -8)}AAAAAAAA`)]) {
        await refused(service, 401, () => add(as, id));
        await refused(service, 401, () => add(as, NOBODY));
      }
    });

    it('returns the same 404 for foreign, hidden, deleted and unknown documents, in both encodings', async () => {
      const { service, demo, finance, other } = scene();
      const foreign = await filedElsewhere(other, { files: texts('segredo') });
      const hidden = await filed(demo, { values: [{ label: 'Tipo', valorCampo: 'Admissão' }] }, IDS.records);
      const deleted = await filed(demo, { files: texts('apagado') });
      await remove(demo, deleted.id);
      const ids = [NOBODY, foreign.id, deleted.id, deleted.files[0]!.id];
      for (const encoding of ENCODINGS) {
        const answers = await Promise.all([
          ...ids.map((id) => send(demo, path, id, [note('novo')], encoding)),
          send(finance, path, hidden.id, [note('novo')], encoding),
          send(other, path, hidden.id, [note('novo')], encoding),
        ]);
        expectAlike(400, answers);
        expect([answers[0]?.json.codigo, problemsOf(answers[0]?.json)]).toEqual(['DOCUMENTO_INEXISTENTE', ['idDocumento ID_INEXISTENTE']]);
      }
      expect((await listed(other, foreign.id)).map(({ nomeDoArquivo }) => nomeDoArquivo)).toEqual(['segredo']);
      expect(await listed(demo, hidden.id)).toEqual([]);
      await swept(service);
      await refused(service, 400, () => send(demo, path, NOBODY, [note('novo')]));
    });

    it('refuses unauthorised callers before the body is sent', async () => {
      const { reader } = scene();
      const request = new RawRequest(reader, path, { 'content-length': GIGABYTE, expect: '100-continue' }, { idDocumento: NOBODY });
      expectRefusal(await request.answer, 401);
      expect(request.continued).toBe(false);
      request.hangUp();
    });
  });

  describe('a document deleted during an upload', () => {
    it('stores none of it', async () => {
      const { service, demo } = scene();
      const { id } = await filed(demo);
      const body = Buffer.from(JSON.stringify([{ ...FILE, arquivo: base64(Buffer.alloc(600_000, 'texto')) }]));
      await refused(service, 400, async () => {
        const request = new RawRequest(demo, path, { 'content-length': body.length }, { idDocumento: id });
        await request.send(body.subarray(0, -20));
        expect((await demo.delete('/api/Documento/Delete', { query: { ...place(), idDocumento: id } })).status).toBe(200);
        request.end(body.subarray(-20));
        return request.answer;
      });
    });

    it('by one of concurrent callers, keeps no accessible file', async () => {
      const { service, demo } = scene();
      const { id, code } = await filed(demo);
      const adding = Array.from({ length: 8 }, (_, index) => send(demo, path, id, [note(`n${index}`)]));
      const [removed, ...added] = await Promise.all([remove(demo, id), ...adding]);
      expect(removed?.status).toBe(200);
      for (const answer of added) if (answer.status !== 200) expect(expectRefusal(answer, 400).codigo).toBe('DOCUMENTO_INEXISTENTE');
      const live = await service.database.query(
        `SELECT f.id FROM document_file f WHERE f.document_code = ${code} AND f.deleted_at IS NULL`,
      );
      expect(live).toEqual([]);
      await swept(service);
    });
  });
}
