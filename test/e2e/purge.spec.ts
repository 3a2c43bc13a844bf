import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { symbols } from 'pino';
import { FileStorage } from '#application/ports/files';
import { Metering } from '#application/ports/billing';
import { PinoLogger } from '#infrastructure/logging/pino-logger';
import { IDS, place } from './support/api';
import { eventRows } from './support/audited';
import { createdBy } from './support/creates';
import { describeService } from './support/describe-service';
import { activated, approval, attachment, FLOW, shown, value } from './support/flows';
import { acervo } from './support/in-process';
import { readAll } from './support/read-all';
import { NOBODY, remove } from './support/reading';
import { DAY_MS } from './support/users';
import { rowCounts } from './support/state';

/** In whatever is deleted, and nowhere else; one word, as it is found in an index. */
const WORD = 'zqxpurgado7391';
const GB = { clientId: IDS.client, unitId: IDS.unit };

describeService('what was deleted', { READ_FILES: 'true' }, ({ service, demo }) => {
  const lines: string[] = [];
  beforeAll(() => {
    const { pino } = service.app.get(PinoLogger);
    (Reflect.get(pino, symbols.streamSym) as { write(line: string): boolean }).write = (line) => lines.push(line) > 0;
    pino.level = 'trace';
  });

  const tables = async () =>
    (
      (await service.database.query(
        service.database.options.type === 'better-sqlite3'
          ? "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
          : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
      )) as { name: string }[]
    ).map(({ name }) => name);

  /** In files of the embedded storage as they lie on the disk; in all rows and all keys of objects; in the log. */
  async function places(word: string): Promise<string[]> {
    const found: string[] = [];
    const { dataDir } = service.config;
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && (await readFile(path)).toString('latin1').toLowerCase().includes(word)) found.push(path.slice(dataDir.length));
    }
    for (const name of await tables()) {
      const rows = (await service.database.query(`SELECT * FROM ${name}`)) as Record<string, unknown>[];
      const text = (cell: unknown) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : String(cell));
      if (rows.some((row) => Object.values(row).some((cell) => text(cell).toLowerCase().includes(word)))) found.push(name);
    }
    const storage = service.app.get(FileStorage);
    for await (const key of storage.keys()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of await storage.read(key)) chunks.push(chunk);
      if (Buffer.concat(chunks).toString('latin1').toLowerCase().includes(word)) found.push(`object ${key}`);
    }
    return [...found, ...lines.filter((line) => line.toLowerCase().includes(word))];
  }

  const metered = () =>
    Promise.all(
      (['stored-documents', 'stored-gigabytes', 'active-workflows'] as const).map(async (kind) => {
        // A quarter of an hour from now: what was there until it was purged was there until then.
        const until = new Date(Math.ceil(Date.now() / 900_000) * 900_000 - 900_000 - 40 * DAY_MS);
        return (await service.app.get(Metering).measure(kind, GB, { from: new Date(until.getTime() - DAY_MS), until })).toString();
      }),
    );

  it('is nowhere any more after the time that it is kept, but as digests in events, and in what bills count', async () => {
    const rows = await rowCounts(service);
    const supplier = (label: string, valorCampo: string) => ({ nomeLista: 'Fornecedores', label, valorCampo });
    const filed = async (word: string, key: string, cnpj: string) =>
      createdBy(
        await demo.post('/api/v3/Documento', {
          query: place(IDS.contracts),
          body: {
            chaveExterna: key,
            valoresCampos: [
              { label: 'Título', valorCampo: `Contrato ${word}` },
              supplier('CNPJ', cnpj),
              supplier('Razão Social', `${word} Ltda`),
            ],
            arquivos: [
              {
                arquivo: Buffer.from(`Texto ${word}`).toString('base64'),
                extensao: 'txt',
                contentType: 'text/plain',
                nomeAmigavel: `Nome ${word}`,
                compartilhado: true,
              },
            ],
          },
        }),
      );
    const doomed = await filed(WORD, `chave-${WORD}`, '19.131.243/0001-97');
    const kept = await filed('permanece', 'chave-permanece', '11.444.777/0001-61');
    const files = await demo.post('/api/Arquivo/Post', {
      query: { idDocumento: kept.id },
      body: [{ arquivo: Buffer.from(`Outro ${WORD}`).toString('base64'), nomeImagem: `Anexo ${WORD}`, extensao: 'txt' }],
    });
    expect(files.status).toBeLessThan(300);
    const [added] = (await service.database.query('SELECT id FROM document_file WHERE name LIKE ?', [`Anexo ${WORD}%`])) as {
      id: string;
    }[];
    const flow = await activated(
      demo,
      approval(
        {
          observacao: `Pedido ${WORD}`,
          comentario: `Comentário ${WORD}`,
          arquivos: [attachment({ nomeArquivo: `Ata ${WORD}`, arquivo: Buffer.from(WORD).toString('base64') })],
        },
        [value(FLOW.title, `Título ${WORD}`)],
      ),
    );
    await service.database.query(
      `INSERT INTO workflow_document (workflow_code, document_code, client_id, added_at)
       SELECT ?, d.code, ?, 1 FROM document d WHERE d.id = ?`,
      [flow, idBytes(IDS.client), doomed.id],
    );
    await readAll(service);
    expect((await shown(demo, flow)).status).toBe(1);
    expect((await places(WORD)).length).toBeGreaterThan(8);
    expect((await remove(demo, doomed.id, IDS.contracts)).status).toBe(200);
    expect((await demo.delete('/api/Arquivo/Delete', { query: { idDocumento: kept.id, idArquivo: added!.id } })).status).toBe(200);

    // As if all of that had been 50 to 35 days ago.
    for (const [table, column, days] of [
      ['document', 'created_at', 50],
      ['document', 'deleted_at', 35],
      ['document_file', 'created_at', 50],
      ['document_file', 'deleted_at', 35],
      ['workflow', 'started_at', 50],
      ['workflow_file', 'created_at', 50],
    ] as const)
      await service.database.query(`UPDATE ${table} SET ${column} = ${column} - ? WHERE ${column} IS NOT NULL`, [days * DAY_MS]);
    await service.database.query('UPDATE workflow SET ended_at = started_at + ?', [15 * DAY_MS]);
    await service.database.query("UPDATE object_journal SET not_before = 1000 WHERE state = 'condemned'");
    const bills = await metered();
    for (const amount of bills) expect(Number(amount)).toBeGreaterThan(0);

    const sweep = () => acervo(service.app, ['sweep']);
    expect(await sweep()).toMatchObject({ exitCode: 0, data: { purged: { documents: 1, files: 2, flows: 1, rows: 1 } } });
    // Objects of the flow were named until then.
    await sweep();
    expect(await places(WORD)).toEqual([]);
    expect(await metered()).toEqual(bills);

    const asked = async (document: string, file: string) => {
      const calls = [
        demo.get(`/api/Documento/${document}/cliente/${IDS.client}`),
        demo.post(`/api/Documento/${document}/cliente/${IDS.client}/restaurar`),
        demo.get(`/api/Arquivo/${file}/Cliente/${IDS.client}`),
        demo.get('/api/Arquivo/Recibo', { query: { idCliente: IDS.client, idArquivo: file } }),
      ];
      return (await Promise.all(calls)).map((answer) => [answer.status, (answer.json as { codigo: string }).codigo]);
    };
    expect(await asked(doomed.id, doomed.files[0]!.id)).toEqual(await asked(NOBODY, NOBODY));
    expect((await asked(doomed.id, doomed.files[0]!.id))[0]).toEqual([404, 'DOCUMENTO_NAO_ENCONTRADO']);
    expect((await demo.get(`/api/Documento/${kept.id}/cliente/${IDS.client}`)).status).toBe(200);
    const again = await filed('de novo', `chave-de-novo`, '19.131.243/0001-97');
    expect((await remove(demo, again.id, IDS.contracts)).status).toBe(200);
    const told = (await eventRows(service)).filter(({ action }) => action === 'archive.purge').map(({ subject }) => JSON.parse(subject));
    expect(told).toEqual([
      { documentCount: 0, fileCount: 1, flowCount: 0, rowCount: 0 },
      { documentCount: 1, fileCount: 1, flowCount: 0, rowCount: 1 },
      { documentCount: 0, fileCount: 1, flowCount: 1, rowCount: 0 },
    ]);
    expect((await rowCounts(service)).workflow).toBe(rows.workflow);
    for (const words of [['verify'], ['audit', 'verify'], ['reindex']])
      expect([words, (await acervo(service.app, words)).exitCode]).toEqual([words, 0]);
  });
});
