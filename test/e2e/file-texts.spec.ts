import { ReadingPump } from '#application/text-extraction/reading-pump';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { FileWork } from '#application/ports/text-extraction';
import { Sweeper } from '#application/files/sweeper';
import { VerifyFiles, type FileFault } from '#application/portable-archive/verify-files.use-case';
import { readingChildren } from '../support/reading-children';
import { StatementLog } from '../support/statement-log';
import { pdfOf, pngOf } from '../support/sample-documents';
import { until } from '../support/until';
import { IDS } from './support/api';
import { create, createdBy, expectRefusal, type Created, type SentFile } from './support/creates';
import { describeService } from './support/describe-service';
import { acervo } from './support/in-process';
import { readAll } from './support/read-all';
import { SIGNING } from './support/service';
import { filedPdfs, sign } from './support/signing';

const ON = { READ_FILES: 'true', ...SIGNING };
const NOBODY = '00000000-0000-4000-8000-000000000000';

describeService('text and previews of files', ON, ({ service, demo: api, reader, other, finance }) => {
  const filed = async (...files: SentFile[]): Promise<Created> => createdBy(await create(api, 'V3', { files }));
  const path = (file: string, what: 'texto' | 'miniatura', client = IDS.client) => `/api/Arquivo/${file}/Cliente/${client}/${what}`;
  const text = async (file: string, pagina?: string) => (await api.get(path(file, 'texto'), { query: pagina ? { pagina } : {} })).json;
  const preview = (file: string, tamanho?: string, headers = {}) =>
    api.get(path(file, 'miniatura'), { query: tamanho ? { tamanho } : {}, headers });
  const read = () => readAll(service);
  const verified = async () => {
    const faults: FileFault[] = [];
    await service.app.get(VerifyFiles).execute({ fault: (fault) => void faults.push(fault), progress: () => undefined });
    return faults;
  };

  const previewRows = (file: string): Promise<{ object_key: string; size: number }[]> =>
    service.database.query('SELECT p.object_key, p.size FROM file_preview p WHERE p.file_id = ?', [file]);

  let pdf: string;
  let letter: string;
  let document: Created;
  beforeAll(async () => {
    document = await filed(
      { name: 'Contrato', extension: 'pdf', content: await pdfOf(['Contrato de locação', 'Rescisão']) },
      { name: 'Carta', extension: 'txt', content: 'Prezados' },
      { name: 'Foto', extension: 'png', content: pngOf(2000, 1000) },
    );
    [pdf, letter] = document.files.map(({ id }) => id) as [string, string];
  });

  it('are pending until they are made', async () => {
    expect(await text(pdf)).toEqual({
      idImagem: pdf,
      estado: 'pendente',
      motivo: null,
      leitor: null,
      paginas: 0,
      cortado: false,
      pagina: 1,
      texto: null,
    });
    const answer = await preview(pdf);
    expect([answer.status, answer.headers.get('retry-after'), answer.bytes.length]).toEqual([202, '2', 0]);
    await read();
  });

  it('are there page by page', async () => {
    expect(await text(pdf)).toMatchObject({
      estado: 'lido',
      paginas: 2,
      pagina: 1,
      texto: 'Contrato de locação',
      leitor: expect.stringMatching(/^pdf\.js/),
    });
    expect(await text(pdf, '2')).toMatchObject({ pagina: 2, texto: 'Rescisão' });
    expect(await text(pdf, '3')).toMatchObject({ estado: 'lido', texto: null });
    expect(await text(letter)).toMatchObject({ estado: 'lido', leitor: 'acervo', texto: 'Prezados' });
    expect(await text(document.files[2]!.id)).toMatchObject({ estado: 'sem-texto', texto: null });
  });

  it('are refused alike for whoever may not see the file, and for files that are not there', async () => {
    for (const what of ['texto', 'miniatura'] as const) {
      const gone = await api.get(path(NOBODY, what));
      expect(gone.status).toBe(404);
      expect((await other.get(path(pdf, what, IDS.client))).status).toBe(401);
      expect((await reader.get(path(pdf, what))).status).toBe(200);
      expect((await finance.get(path(pdf, what))).status).toBe(200);
    }
    expect(expectRefusal(await api.get(path(pdf, 'texto'), { query: { pagina: '0' } }), 400).codigo).toBe('FORA_DO_INTERVALO');
  });

  it('give a small picture of the first page, which browsers keep for themselves', async () => {
    const answer = await preview(pdf);
    const { headers } = answer;
    expect([answer.status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'image/webp', 'private, no-cache']);
    expect(answer.bytes.toString('latin1')).toMatch(/^RIFF....WEBP/s);
    expect((await preview(pdf, '320', { 'if-none-match': headers.get('etag') as string })).status).toBe(304);
    expect(expectRefusal(await preview(letter), 404).codigo).toBe('SEM_MINIATURA');
  });

  it('give a large one to whoever asks for it', async () => {
    const photo = document.files[2]!.id;
    expect((await preview(photo, '1240')).status).toBe(202);
    await read();
    const [large, small] = [await preview(photo, '1240'), await preview(photo)];
    expect([large.status, small.status, large.bytes.length > small.bytes.length]).toEqual([200, 200, true]);
    expect(await verified()).toEqual([]);
  });

  it('say why a file could not be read, and never keep it from being fetched', async () => {
    const poisoned = await filed(
      { name: 'Fechado', extension: 'pdf', content: await pdfOf(['x'], 'senha') },
      { name: 'Nota', extension: 'xml', content: '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' },
    );
    await read();
    const [locked, xml] = poisoned.files.map(({ id }) => id) as [string, string];
    expect(await text(locked)).toMatchObject({ estado: 'falhou', motivo: 'PROTEGIDO_POR_SENHA', texto: null });
    expect(await text(xml)).toMatchObject({ estado: 'falhou', motivo: 'XML_COM_DECLARACOES' });
    expect(expectRefusal(await preview(locked), 404).codigo).toBe('SEM_MINIATURA');
    expect((await api.get(`/api/Arquivo/${locked}/Cliente/${IDS.client}`)).status).toBe(200);
    expect((await service.app.get(FileWork).failed('', 10)).map(({ id }) => id)).toEqual([locked, xml].sort());
  });

  it('go with the file, and their objects with its bytes', async () => {
    const { id, files } = await filed({ name: 'Contrato', extension: 'pdf', content: await pdfOf(['Some']) });
    await read();
    const file = files[0]!.id;
    const [{ object_key: key }] = (await previewRows(file)) as [{ object_key: string; size: number }];
    await api.delete('/api/Arquivo/Delete', { query: { idDocumento: id, idArquivo: file } });
    expect(await previewRows(file)).toEqual([]);
    expect((await api.get(path(file, 'texto'))).status).toBe(404);
    const journal = await service.database.query('SELECT j.state FROM object_journal j WHERE j.object_key = ?', [key]);
    expect(journal).toEqual([{ state: 'condemned' }]);
    await service.app.get(Sweeper).sweep();
    expect(await verified()).toEqual([]);
  });

  it('are made anew when a file is signed, also while it is read', async () => {
    const { files } = await filedPdfs(api);
    const file = files[0]!;
    await read();
    const { object_key: before } = (await previewRows(file))[0]!;
    expect((await sign(api, [file])).status).toBe(200);
    expect([await previewRows(file), (await text(file)).estado]).toEqual([[], 'pendente']);
    const held = await service.app.get(FileWork).claim(60_000);
    expect((await sign(api, [file])).status).toBe(200);
    expect(held?.id).toBe(file);
    const content = { engine: 'late', pages: ['former'], words: ['former'], isCut: false, preview: null };
    expect(await service.app.get(UnitOfWork).run(() => service.app.get(FileWork).finish(held!, content, null))).toBe(false);
    await read();
    expect(await text(file)).toMatchObject({ estado: 'lido', texto: 'Contrato', leitor: expect.stringMatching(/^pdf\.js/) });
    expect((await previewRows(file))[0]!.object_key).not.toBe(before);
    await service.app.get(Sweeper).sweep();
    expect(await verified()).toEqual([]);
  });

  it('cost a create one statement more', async () => {
    const statements = new StatementLog(service.database);
    const files = [
      { name: 'Nota', extension: 'txt', content: 'Nota' },
      { name: 'Nota', extension: 'pdf', content: await pdfOf(['x']) },
    ];
    await create(api, 'V3', { files });
    statements.take();
    expect((await create(api, 'V3', { files })).status).toBe(201);
    const made = statements.take();
    expect(made.length > 9 ? made : []).toEqual([]);
    expect(made.filter((statement) => /file_work/.test(JSON.stringify(statement)))).toHaveLength(1);
  });

  describe('follow the archive file', () => {
    const archive = `/api/Acervo/${IDS.client}`;
    const change = async (reading: string) => {
      const { json } = await api.get(archive);
      json.clients[0].levels.find(({ name }: { name: string }) => name === 'Financeiro').reading = reading;
      expect(await api.call('PUT', archive, { body: json })).toMatchObject({ status: 200, json: { gravado: true } });
      expect((await api.get(archive)).json.clients).toEqual(json.clients);
    };
    const files = async (command: string) => (await acervo(service.app, ['files', command])).data;

    it('which switches them off for a level and those below it, and on again', async () => {
      await read();
      await change('off');
      const file = (await filed({ name: 'Contrato', extension: 'pdf', content: await pdfOf(['Sigiloso']) })).files[0]!.id;
      await read();
      expect(await text(file)).toMatchObject({ estado: 'nao-lido', motivo: 'LEITURA_DESLIGADA', texto: null });
      expect(expectRefusal(await preview(file), 404).codigo).toBe('SEM_MINIATURA');
      await change('text');
      expect(await files('again')).toEqual({ files: 1 });
      await read();
      expect(await text(file)).toMatchObject({ estado: 'lido', texto: 'Sigiloso' });
    });

    it('which has the text of scans recognised, also of those that were read without', async () => {
      await preview(pdf, '1240');
      await read();
      const scan = (await filed({ name: 'Digitalizado', extension: 'webp', content: (await preview(pdf, '1240')).bytes })).files[0]!.id;
      await read();
      expect(await text(scan)).toMatchObject({ estado: 'sem-texto' });
      expect(await files('scans')).toEqual({ files: 0 });
      await change('ocr');
      const [before] = await previewRows(scan);
      const again = (await files('scans')) as { files: number };
      expect(again.files).toBeGreaterThan(0);
      await read();
      expect(await text(scan)).toMatchObject({ estado: 'lido', leitor: expect.stringMatching(/tesseract/), texto: 'Contrato de locação' });
      expect(await previewRows(scan)).toEqual([before]);
      // What has no text after that is not read for ever.
      expect(await files('scans')).toEqual({ files: 0 });
      await change('text');
    });
  });

  it('are given up for a file whose reader is killed twice; creates go on meanwhile', async () => {
    const heavy = await filed({ name: 'Pesado', extension: 'html', content: '<p>'.repeat(1_000_000) });
    const file = heavy.files[0]!.id;
    const pump = service.app.get(ReadingPump);
    const readAndKill = async () => {
      await service.database.query("UPDATE file_work SET next_at = 0 WHERE state = 'pending'");
      await pump.look();
      // One that has checked a signature waits beside it.
      const children = await until(readingChildren, (found) => found.length > 0, { what: 'a reader' });
      const creating = create(api, 'V3', {});
      for (const child of children) process.kill(child, 'SIGKILL');
      expect((await creating).status).toBe(201);
      await pump.settled();
    };
    await readAndKill();
    expect(await text(file)).toMatchObject({ estado: 'pendente', motivo: null });
    await readAndKill();
    expect(await text(file)).toMatchObject({ estado: 'falhou', motivo: 'ARQUIVO_PESADO' });
    expect((await api.get(`/api/Arquivo/${file}/Cliente/${IDS.client}`)).status).toBe(200);
  });

  it('are shown in readiness, without a number', async () => {
    // The isolation is known as soon as it has been tried.
    const { json } = await until(
      () => api.get('/saude/pronta'),
      ({ json }) => json.leitura?.isolamento !== undefined,
      { what: 'the isolation' },
    );
    expect(json).toMatchObject({
      status: 'ok',
      leitura: {
        fila: expect.stringMatching(/^(vazia|curta)$/),
        faltam: [],
        isolamento: expect.stringMatching(/^(bubblewrap|permissoes)$/),
      },
    });
  });
});
