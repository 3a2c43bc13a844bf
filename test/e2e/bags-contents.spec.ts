import { createHash, createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Frontier, leafHash } from '#libs/merkle-log';
import { ClientRecords, type RecordedDocument } from '#application/ports/portable-archive';
import { BagRefused } from '#src/cli/portable-archive/bag-refused';
import { Output } from '#src/cli/output';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { Api, IDS, invoiceValues, loggedIn, place } from './support/api';
import { eventRows } from './support/audited';
import { bagScene, type BagScene } from './support/bag-scene';
import { changedBag } from './support/changed-bag';
import { complete, open, shown } from './support/flows';
import { linksOf, opened, sharesPath } from './support/reading';
import { SEARCH } from './support/search-archive';
import { SIGNING, startService, type Service } from './support/service';
import { acervo } from './support/in-process';
import './support/in-portuguese';

const LINKS = { ...SIGNING, LINK_SECRET: 'um-segredo-de-teste-que-dois-servicos-conhecem' };
const CLIENT = 'Empresa Exemplo';
const OTHER = '00000000-0000-4000-8000-000000000009';

describe('the contents of a bag', () => {
  let [service, other]: Service[] = [];
  let [demo, there]: Api[] = [];
  let scene: BagScene;
  let folder: string;
  let first: string;
  const path = (name: string) => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-bag-'));
    service = await startService(LINKS);
    demo = await loggedIn(service.url);
    scene = await bagScene(service, demo);
    first = path('primeiro');
    await acervo(service.app, ['bag', 'export', '--client', CLIENT, '--to', first]);
    other = await startService(LINKS, { empty: true });
    await acervo(other.app, ['bag', 'import', first]);
    const { text } = await acervo(other.app, ['user', 'password', 'demo']);
    const password = /senha \(mostrada só agora\): (\S+)$/.exec(text)![1]!;
    const { json } = await new Api(other.url).post('/api/Autenticacao/Login', { body: { username: 'demo', password } });
    there = new Api(other.url, json.Token as string);
  });
  afterAll(async () => {
    await service?.stop();
    await other?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const lines = async (name: string) => (await readFile(join(first, name), 'utf8')).trimEnd().split('\n');

  /** As if the import had been killed before it could say that it has ended. */
  async function unfinish({ app, database }: Service): Promise<void> {
    const said = await eventRows({ app, database }, "e.action = 'archive.import'");
    expect(said.map(({ subject }) => (JSON.parse(subject) as { state: string }).state)).toEqual(['begun', 'finished']);
    await database.query('DELETE FROM event WHERE position = ?', [said[1]!.position]);
  }

  it('links work with the same LINK_SECRET, and are not in the bag', async () => {
    expect(await linksOf(there!, scene.shared)).toEqual(await linksOf(demo!, scene.shared));
    const [here, elsewhere] = [await opened(service!, scene.link), await opened(other!, scene.link)];
    expect([here.status, elsewhere.status]).toEqual([here.status, here.status]);
    expect(here.status).toBeLessThan(400);
    expect((await opened(other!, scene.revoked)).status).toBe(404);
    const token = scene.link.slice(scene.link.lastIndexOf('/') + 1);
    for (const name of ['data/documents.jsonl', 'audit.jsonl', 'data/archive.yaml'])
      expect((await readFile(join(first, name), 'utf8')).includes(token)).toBe(false);
  });

  it('the audit trail can be verified with the bag alone', async () => {
    const [, size, root] = await lines('audit-checkpoint.txt');
    const log = Frontier.empty();
    for (const line of await lines('audit.jsonl')) {
      const { clientId, position, at, action, subject, userId, address, requestId, files, salts, hash } = JSON.parse(line);
      const values = [[userId], [address, requestId], files];
      const commitments = values.map((value, index) =>
        createHmac('sha256', salts.slice(16 * index, 16 * (index + 1)))
          .update(JSON.stringify(value))
          .digest('base64url'),
      );
      const leaf = leafHash(Buffer.from(JSON.stringify([1, clientId, position, Date.parse(at), action, subject, ...commitments])));
      expect([position, leaf.toString('base64url')]).toEqual([log.size + 1, hash]);
      log.append(leaf);
    }
    expect([String(log.size), log.root().toString('base64')]).toEqual([size, root]);
  });

  it('deleted documents are found as deleted, without their bytes', async () => {
    const deleted = async (api: Api) => (await api.get(SEARCH, { query: { IdCliente: IDS.client, IdDocumentoStatus: 4 } })).text;
    expect(await deleted(there!)).toContain(scene.gone);
    const line = (await lines('data/documents.jsonl')).find((each) => each.includes(`"id":"${scene.gone}"`)) as string;
    const { files, deletedAt } = JSON.parse(line) as { files: { id: string; deletedAt: string }[]; deletedAt: string };
    expect(files.map((file) => file.deletedAt)).toEqual([deletedAt]);
    expect(await readFile(join(first, 'manifest-sha256.txt'), 'utf8')).not.toContain(files[0]!.id);
    expect((await there!.post(sharesPath(scene.gone))).status).toBe(404);
  });

  it('flows continue with the design under which they began', async () => {
    for (const code of [scene.early, scene.late]) {
      expect(await shown(there!, code)).toEqual(await shown(demo!, code));
      const [[here], [elsewhere]] = [await open(demo!, code), await open(there!, code)];
      expect(elsewhere).toEqual(here);
    }
    const [next] = await open(there!, scene.early);
    expect((await complete(there!, next!.id, {})).status).toBe(200);
  });

  it('flows without their purged documents are still to be purged', async () => {
    async function emptied({ database }: Service): Promise<number[]> {
      const rows = (await database.query('SELECT code FROM workflow WHERE emptied = 1')) as { code: number }[];
      return rows.map(({ code }) => Number(code));
    }
    expect(await emptied(other!)).toEqual([scene.late]);
    expect(await emptied(service!)).toEqual([scene.late]);
  });

  it('bills and box custody are included', async () => {
    const bills = (database: Service['database']) =>
      database.query('SELECT b.*, l.* FROM bill b JOIN bill_line l ON l.bill_id = b.id WHERE b.client_id = ? ORDER BY b.id, l.position', [
        idBytes(IDS.client),
      ]);
    expect(await bills(other!.database)).toEqual(await bills(service!.database));
    const custody = 'SELECT box_id, unit_id, started_at, ended_at FROM box_custody WHERE client_id = ? ORDER BY box_id, started_at';
    expect(await other!.database.query(custody, [idBytes(IDS.client)])).toEqual(
      await service!.database.query(custody, [idBytes(IDS.client)]),
    );
  });

  it('does not report an empty import when others have stored documents meanwhile', async () => {
    const filed = await there!.post('/api/v3/Documento', { query: place(), body: { valoresCampos: invoiceValues('11') } });
    expect(filed.status).toBe(201);
    await expect(acervo(other!.app, ['bag', 'import', first, '--continue'])).rejects.toThrow(
      /já existe neste acervo, e não há importação interrompida/,
    );
    await unfinish(other!);
    await expect(acervo(other!.app, ['bag', 'import', first])).rejects.toThrow(/--continue retoma/);
    const { text, exitCode, data } = await acervo(other!.app, ['bag', 'import', first, '--continue']);
    expect([exitCode, data]).toEqual([0, expect.objectContaining({ documents: 0, documentsBeside: 1 })]);
    expect(text).toMatch(/^0 documentos importados, \d+ já haviam sido, ao lado de 1 documentos do cliente que o bag não tem/);
  });

  it('documents may not reference data of others', async () => {
    const records = other!.app.get(ClientRecords);
    const documents: RecordedDocument[] = [];
    for await (const document of records.all('documents', IDS.client)) if (document.rows.length > 0) documents.push(document);
    const { rows, ...document } = documents[0]!;
    const owned = (client: string) =>
      other!.database.query('UPDATE list_row SET client_id = ? WHERE id = ?', [idBytes(client), rows[0]!.rowId]);
    await owned(IDS.otherClient);
    const again = { ...document, id: OTHER, code: null, externalKey: null, values: [], files: [], rows };
    await expect(records.addDocument(IDS.client, again)).rejects.toThrow(`client ${IDS.client} has no list_row ${rows[0]!.rowId}`);
    await owned(IDS.client);
    expect(await other!.database.query('SELECT id FROM document WHERE id = ?', [OTHER])).toEqual([]);
  });

  describe('is validated first', () => {
    let empty: Service;
    let broken: string;
    beforeAll(async () => {
      empty = await startService(LINKS, { empty: true });
    });
    afterAll(() => empty?.stop());

    async function changed(name: string, change: (text: string) => string): Promise<void> {
      broken = path('quebrado');
      await changedBag(first, broken, name, change);
    }

    const [flows, documents, designs, signatures] = ['flows', 'documents', 'designs', 'signatures'].map((part) => `data/${part}.jsonl`) as [
      string,
      string,
      string,
      string,
    ];
    /** With models that are none, which workers are to find out. */
    function manyDesigns(text: string): string {
      const designs = text.trimEnd().split('\n').map((line) => JSON.parse(line) as { number: number; design: { form: unknown } }); // prettier-ignore
      const last = designs.filter(({ design }) => design.form !== null).at(-1)!;
      const withModel = { ...last, design: { ...last.design, model: { name: 'Modelo', fields: {} } }, model: 'JVBERi0=' };
      const more = Array.from({ length: 300 }, (_, index) => ({ ...withModel, number: last.number + 1 + index }));
      return more.map((design) => `${JSON.stringify(design)}\n`).join('');
    }

    it.each<[string, string, (text: string) => string, RegExp]>([
      ['a share has the id of another', documents, (text) => text.replace(/("shares":\[\{"id":")([^"]+)(".*?"shares":\[\{"id":")[^"]+/s, '$1$2$3$2'), /aparece mais de uma vez/], // prettier-ignore
      ['a deleted file has a live share', documents, (text) => text.replace(/("deletedAt":"[^"]+","former":\[\],"shares":\[\{[^\]]*"revokedAt":)"[^"]+"/, '$1null'), /se contradizem/], // prettier-ignore
      ['a deleted document is not deleted', documents, (text) => text.replace('"status":"deleted"', '"status":"stored"'), /se contradizem/],
      ['a flow follows no design', flows, (text) => text.replace(/"design":1/, '"design":7'), /o desenho do workflow não existe/],
      ['a flow is of another definition', flows, (text) => text.replace(/"definitionId":"[^"]+"/, `"definitionId":"${OTHER}"`), /o workflow não existe/], // prettier-ignore
      ['a step is of no design', flows, (text) => text.replace(/"taskId":"[^"]+"/, `"taskId":"${OTHER}"`), /a tarefa não existe/],
      ['a flow holds a document of others', flows, (text) => text.replace(/("documents":\[\{"id":")[^"]+/, `$1${OTHER}`), /o documento não existe/], // prettier-ignore
      ['a flow is over and runs', flows, (text) => text.replace('"status":"running"', '"status":"finished"'), /se contradizem/],
      ['a design leads nowhere', designs, (text) => text.replace(/"exits":\[\{"to":"[^"]+"/, `"exits":[{"to":"${OTHER}"`), /que não é uma etapa/], // prettier-ignore
      ['a design has a pattern that is none', designs, (text) => text.replace('"pattern":null', '"pattern":"("'), /não é uma expressão regular/], // prettier-ignore
      ['a bill is of a contract of others', 'data/bills.jsonl', (text) => text.replace(/"contractId":"[^"]+"/, `"contractId":"${OTHER}"`), /o contrato não existe/], // prettier-ignore
      ['a bill does not add up', 'data/bills.jsonl', (text) => text.replace(/"total":\d+/, '"total":1'), /se contradizem/],
      ['a box that is not there is kept', 'data/custody.jsonl', (text) => text.replace(/"boxId":"[^"]+"/, `"boxId":"${OTHER}"`), /a caixa não existe/], // prettier-ignore
      ['what a signature says cannot be shown', 'data/signatures.jsonl', (text) => text.replace('\\"certificate\\"', '\\"nada\\"'), /se contradizem/], // prettier-ignore
      ['a row has the key of another', 'data/rows.jsonl', (text) => text + text.split('\n')[0]!.replace(/("id":")[^"]+/, `$1${OTHER}`) + '\n', /aparece mais de uma vez/], // prettier-ignore
      ['a signature is of other bytes', signatures, (text) => text.replace(/"sha256":"[0-9a-f]{8}/, '"sha256":"00000000'), /se contradizem/], // prettier-ignore
      ['a signature has no code', signatures, (text) => text.replace(/"code":"[^"]+"/, '"code":""'), /não pode ser lida: \/code/],
      ['an address is no address', signatures, (text) => text.replace(/"address":"[^"]*"/, '"address":"é"'), /não pode ser lida: \/address/], // prettier-ignore
      ['an extension is not plain', documents, (text) => text.replace(/"extension":"[^"]*"/, '"extension":"ç"'), /não pode ser lida: .*extension/], // prettier-ignore
      ['a day does not exist', 'data/bills.jsonl', (text) => text.replace(/"dueDay":"[^"]+"/, '"dueDay":"2026-02-30"'), /não é uma data/],
      ['a moment does not exist', documents, (text) => text.replace(/"createdAt":"\d{4}-\d\d-\d\d/, '"createdAt":"2026-02-30'), /não é uma data/], // prettier-ignore
      ['a line is too long', 'data/rows.jsonl', (text) => text + ' '.repeat(17 * 1024 * 1024), /passa de 16 MB/],
      ['a later design is older', designs, (text) => text.replace(/(?<="number":2,"createdAt":")\d{4}/, '2000'), /fora de ordem/],
      ['designs are more than workers take at once', designs, (text) => text + manyDesigns(text), /não é um PDF que possa ser preenchido/],
      ['it is of a format to come', 'bag-info.txt', (text) => text.replace('Acervo-Format: 2', 'Acervo-Format: 3'), /formato 3/],
    ])('%s', async (_, name, change, message) => {
      await changed(name, change);
      const error = await acervo(empty.app, ['bag', 'import', broken]).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BagRefused);
      expect((error as BagRefused).message).toMatch(message);
      for (const table of ['client', 'document', 'workflow', 'share', 'bill', 'event_outbox', 'event'])
        expect([table, await empty.database.query(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    });

    it('a bag may not take over data of another client', async () => {
      const [share] = /(?<="shares":\[\{"id":")[^"]+/.exec(await readFile(join(first, documents!), 'utf8'))!;
      const theirs = [share, OTHER, idBytes(IDS.otherClient)];
      await empty.database.query('INSERT INTO share (id, file_id, client_id, created_at) VALUES (?, ?, ?, 1)', theirs);
      await expect(acervo(empty.app, ['bag', 'import', first])).rejects.toThrow(/já existe neste acervo, em outro lugar/);
      expect(await empty.database.query('SELECT * FROM client')).toEqual([]);
      await empty.database.query('DELETE FROM share');
    });

    it('a bag of the first format is still read', async () => {
      const withoutNew = (text: string) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as { deletedAt: unknown; files: { name: string; deletedAt: unknown; shares: unknown }[] })
          .filter(({ deletedAt, files }) => deletedAt === null && files.every((file) => file.deletedAt === null))
          .map(({ deletedAt: _, files, ...document }) => ({
            ...document,
            // A text may hold what some take for an end of a line.
            files: files.map(({ deletedAt: __, shares: ___, ...file }) => ({ ...file, name: `${file.name}\u2028` })),
          }))
          .map((document) => `${JSON.stringify(document)}\n`)
          .join('');
      await changed(documents!, withoutNew);
      const kept = await readFile(join(broken, documents!), 'utf8');
      const manifest = join(broken, 'manifest-sha256.txt');
      const old: string[] = [];
      for (const line of (await readFile(manifest, 'utf8')).trimEnd().split('\n')) {
        const name = line.slice(66);
        const isNew = /data\/(?:designs|flows|bills|custody)\.jsonl$/.test(name);
        const id = /^data\/files\/..\/([0-9a-f-]{36})/.exec(name)?.[1];
        if (isNew || (id !== undefined && !kept.includes(id))) await rm(join(broken, name));
        else old.push(line);
      }
      await writeFile(manifest, `${old.join('\n')}\n`);
      await writeFile(join(broken, 'bag-info.txt'), 'Bag-Software-Agent: Acervo\n');
      await rm(join(broken, 'audit-checkpoint.txt'));
      const tags = ['audit.jsonl', 'bag-info.txt', 'bagit.txt', 'manifest-sha256.txt'];
      const hash = async (file: string) => createHash('sha256').update(await readFile(join(broken, file))).digest('hex'); // prettier-ignore
      const sums = await Promise.all(tags.map(async (file) => `${await hash(file)}  ${file}\n`));
      await writeFile(join(broken, 'tagmanifest-sha256.txt'), sums.join(''));
      expect((await acervo(empty.app, ['bag', 'import', broken])).exitCode).toBe(0);
      expect(await empty.database.query('SELECT id FROM workflow')).toEqual([]);
      expect(await empty.database.query('SELECT id FROM document')).toHaveLength(kept.trimEnd().split('\n').length);
    });

    it('a bag changed meanwhile is not restored completely', async () => {
      const late = await startService(LINKS, { empty: true });
      try {
        const whole = path('com-senhas');
        await acervo(service!.app, ['bag', 'export', '--client', CLIENT, '--to', whole, '--with-password-hashes']);
        broken = path('mudado');
        await cp(whole, broken, { recursive: true });
        const flow = (await lines(flows))[0] as string;
        let seen = false;
        const write = (text: string) => {
          if (!seen && text.includes('[import]')) appendFileSync(join(broken, flows), `${flow}\n`);
          return (seen ||= text.includes('[import]'));
        };
        const importing = acervo(late.app, ['bag', 'import', broken], new Output(false, { isTTY: true, write }));
        await expect(importing).rejects.toThrow(/data\/flows.jsonl: o arquivo mudou depois de conferido/);
        expect(await eventRows(late, "e.action = 'archive.import'")).toHaveLength(1);
        // Nobody works in it before it is whole, and nothing is billed.
        expect((await loggedIn(late.url)).token).toBeNull();
        expect(await late.database.query('SELECT id FROM contract')).toEqual([]);
        await acervo(late.app, ['bag', 'import', whole, '--continue']);
        await acervo(late.app, ['bag', 'export', '--client', CLIENT, '--to', path('segundo'), '--with-password-hashes']);
        expect(await readFile(path('segundo/manifest-sha256.txt'), 'utf8')).toBe(
          await readFile(join(whole, 'manifest-sha256.txt'), 'utf8'),
        );
        expect((await loggedIn(late.url)).token).not.toBeNull();
      } finally {
        await late.stop();
      }
    });
  });
});
