import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { user } from '#src/cli/archive-file/commands';
import { bag } from '#src/cli/bag/bag-command';
import { BagRefused } from '#src/cli/bag/bag-refused';
import { Api, IDS, invoiceValues, loggedIn, place } from './support/api';
import { bagScene, type BagScene } from './support/bag-scene';
import { complete, open, shown } from './support/flows';
import { linksOf, opened, sharesPath } from './support/reading';
import { SEARCH } from './support/search-archive';
import { SIGNING, startService, type Service } from './support/service';

const LINKS = { ...SIGNING, LINK_SECRET: 'um-segredo-de-teste-que-dois-servicos-conhecem' };
const CLIENT = 'Empresa Exemplo';
const OTHER = '00000000-0000-4000-8000-000000000009';

describe('what a bag brings along', () => {
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
    await bag(service.app, ['export', '--client', CLIENT, '--to', first]);
    other = await startService(LINKS, { empty: true });
    await bag(other.app, ['import', first]);
    const { text } = await user(other.app, ['password', 'demo']);
    const password = /password \(shown once\): (\S+)$/.exec(text)![1]!;
    const { json } = await new Api(other.url).post('/api/Autenticacao/Login', { body: { username: 'demo', password } });
    there = new Api(other.url, json.Token as string);
  });
  afterAll(async () => {
    await service?.stop();
    await other?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const lines = async (name: string) => (await readFile(join(first, name), 'utf8')).trimEnd().split('\n');

  it('links work where the same LINK_SECRET is, and stand nowhere in the bag', async () => {
    expect(await linksOf(there!, scene.shared)).toEqual(await linksOf(demo!, scene.shared));
    const [here, elsewhere] = [await opened(service!, scene.link), await opened(other!, scene.link)];
    expect([here.status, elsewhere.status]).toEqual([here.status, here.status]);
    expect(here.status).toBeLessThan(400);
    expect((await opened(other!, scene.revoked)).status).toBe(404);
    const token = scene.link.slice(scene.link.lastIndexOf('/') + 1);
    for (const name of ['data/documents.jsonl', 'audit.jsonl', 'data/archive.yaml'])
      expect((await readFile(join(first, name), 'utf8')).includes(token)).toBe(false);
  });

  it('deleted documents are found as such, without their bytes', async () => {
    const deleted = async (api: Api) => (await api.get(SEARCH, { query: { IdCliente: IDS.client, IdDocumentoStatus: 4 } })).text;
    expect(await deleted(there!)).toContain(scene.gone);
    const line = (await lines('data/documents.jsonl')).find((each) => each.includes(`"id":"${scene.gone}"`)) as string;
    const { files, deletedAt } = JSON.parse(line) as { files: { id: string; deletedAt: string }[]; deletedAt: string };
    expect(files.map((file) => file.deletedAt)).toEqual([deletedAt]);
    expect(await readFile(join(first, 'manifest-sha256.txt'), 'utf8')).not.toContain(files[0]!.id);
    expect((await there!.post(sharesPath(scene.gone))).status).toBe(404);
  });

  it('flows go on, each by the design under which it began', async () => {
    for (const code of [scene.early, scene.late]) {
      expect(await shown(there!, code)).toEqual(await shown(demo!, code));
      const [[here], [elsewhere]] = [await open(demo!, code), await open(there!, code)];
      expect(elsewhere).toEqual(here);
    }
    const [next] = await open(there!, scene.early);
    expect((await complete(there!, next!.id, {})).status).toBe(200);
  });

  it('bills are there, and who has kept the boxes', async () => {
    const bills = (database: Service['database']) =>
      database.query('SELECT b.*, l.* FROM bill b JOIN bill_line l ON l.bill_id = b.id WHERE b.client_id = ? ORDER BY b.id, l.position', [
        IDS.client,
      ]);
    expect(await bills(other!.database)).toEqual(await bills(service!.database));
    const custody = 'SELECT box_id, unit_id, started_at, ended_at FROM box_custody WHERE client_id = ? ORDER BY box_id, started_at';
    expect(await other!.database.query(custody, [IDS.client])).toEqual(await service!.database.query(custody, [IDS.client]));
  });

  it('does not say that nothing was applied when others have filed meanwhile', async () => {
    const filed = await there!.post('/api/v3/Documento', { query: place(), body: { valoresCampos: invoiceValues('11') } });
    expect(filed.status).toBe(201);
    const { text, exitCode, data } = await bag(other!.app, ['import', first, '--continue']);
    expect([exitCode, data]).toEqual([0, expect.objectContaining({ documents: 0, documentsBeside: 1 })]);
    expect(text).toMatch(/^0 documents imported, \d+ had been before, beside 1 documents of the client that the bag does not have/);
  });

  describe('is looked at first', () => {
    let empty: Service;
    let broken: string;
    beforeAll(async () => {
      empty = await startService(LINKS, { empty: true });
    });
    afterAll(() => empty?.stop());

    /** A bag whose manifests say what is there. */
    async function changed(name: string, change: (text: string) => string): Promise<void> {
      broken = path('quebrado');
      await rm(broken, { recursive: true, force: true });
      await cp(first, broken, { recursive: true });
      const before = await readFile(join(broken, name), 'utf8');
      expect(change(before)).not.toBe(before);
      await writeFile(join(broken, name), change(before));
      for (const each of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
        const sums = (await readFile(join(broken, each), 'utf8')).trimEnd().split('\n').map((line) => line.slice(66)); // prettier-ignore
        const hash = async (file: string) => createHash('sha256').update(await readFile(join(broken, file))).digest('hex'); // prettier-ignore
        const text = await Promise.all(sums.map(async (file) => `${await hash(file)}  ${file}\n`));
        await writeFile(join(broken, each), text.join(''));
      }
    }

    const [flows, documents, designs] = ['data/flows.jsonl', 'data/documents.jsonl', 'data/designs.jsonl'];
    it.each<[string, string, (text: string) => string, RegExp]>([
      ['a share has the id of another', documents, (text) => text.replace(/("shares":\[\{"id":")([^"]+)(".*?"shares":\[\{"id":")[^"]+/s, '$1$2$3$2'), /aparece mais de uma vez/], // prettier-ignore
      ['a deleted file has a live share', documents, (text) => text.replace(/("deletedAt":"[^"]+","former":\[\],"shares":\[\{[^\]]*"revokedAt":)"[^"]+"/, '$1null'), /se contradizem/], // prettier-ignore
      ['a deleted document is not deleted', documents, (text) => text.replace('"status":"deleted"', '"status":"stored"'), /se contradizem/],
      ['a flow follows no design', flows, (text) => text.replace(/"design":1/, '"design":7'), /o desenho do workflow não existe/],
      ['a flow is of another definition', flows, (text) => text.replace(/"definitionId":"[^"]+"/, `"definitionId":"${OTHER}"`), /o workflow não existe/], // prettier-ignore
      ['a step is of no design', flows, (text) => text.replace(/"taskId":"[^"]+"/, `"taskId":"${OTHER}"`), /a tarefa não existe/],
      [
        'a flow holds a document of others',
        flows,
        (text) => text.replace(/("documents":\[\{"id":")[^"]+/, `$1${OTHER}`),
        /o documento não existe/,
      ],
      ['a flow is over and runs', flows, (text) => text.replace('"status":"running"', '"status":"finished"'), /se contradizem/],
      [
        'a design leads nowhere',
        designs,
        (text) => text.replace(/"exits":\[\{"to":"[^"]+"/, `"exits":[{"to":"${OTHER}"`),
        /which is no step/,
      ],
      [
        'a design has a pattern that is none',
        designs,
        (text) => text.replace('"pattern":null', '"pattern":"("'),
        /not a regular expression/,
      ],
      ['a bill is of a contract of others', 'data/bills.jsonl', (text) => text.replace(/"contractId":"[^"]+"/, `"contractId":"${OTHER}"`), /o contrato não existe/], // prettier-ignore
      ['a bill does not add up', 'data/bills.jsonl', (text) => text.replace(/"total":\d+/, '"total":1'), /se contradizem/],
      ['a box that is not there is kept', 'data/custody.jsonl', (text) => text.replace(/"boxId":"[^"]+"/, `"boxId":"${OTHER}"`), /a caixa não existe/], // prettier-ignore
      ['what a signature says cannot be shown', 'data/signatures.jsonl', (text) => text.replace('\\"certificate\\"', '\\"nada\\"'), /se contradizem/], // prettier-ignore
      ['a row has the key of another', 'data/rows.jsonl', (text) => text + text.split('\n')[0]!.replace(/("id":")[^"]+/, `$1${OTHER}`) + '\n', /aparece mais de uma vez/], // prettier-ignore
      ['it is of a format to come', 'bag-info.txt', (text) => text.replace('Acervo-Format: 2', 'Acervo-Format: 3'), /formato 3/],
    ])('%s', async (_, name, change, message) => {
      await changed(name, change);
      const error = await bag(empty.app, ['import', broken]).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BagRefused);
      expect((error as BagRefused).message).toMatch(message);
      for (const table of ['client', 'document', 'workflow', 'share', 'bill', 'audit_event'])
        expect([table, await empty.database.query(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    });

    it('a bag may not take what another client has', async () => {
      const [share] = /(?<="shares":\[\{"id":")[^"]+/.exec(await readFile(join(first, documents!), 'utf8'))!;
      const theirs = [share, OTHER, IDS.otherClient];
      await empty.database.query('INSERT INTO share (id, file_id, client_id, created_at) VALUES (?, ?, ?, 1)', theirs);
      await expect(bag(empty.app, ['import', first])).rejects.toThrow(/já existe neste acervo, em outro lugar/);
      expect(await empty.database.query('SELECT * FROM client')).toEqual([]);
      await empty.database.query('DELETE FROM share');
    });

    it('a bag of the first format is read as ever', async () => {
      const withoutNew = (text: string) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as { deletedAt: unknown; files: { deletedAt: unknown; shares: unknown }[] })
          .filter(({ deletedAt, files }) => deletedAt === null && files.every((file) => file.deletedAt === null))
          .map(({ deletedAt: _, files, ...document }) => ({
            ...document,
            files: files.map(({ deletedAt: __, shares: ___, ...file }) => file),
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
      const tags = ['audit.jsonl', 'bag-info.txt', 'bagit.txt', 'manifest-sha256.txt'];
      const hash = async (file: string) => createHash('sha256').update(await readFile(join(broken, file))).digest('hex'); // prettier-ignore
      const sums = await Promise.all(tags.map(async (file) => `${await hash(file)}  ${file}\n`));
      await writeFile(join(broken, 'tagmanifest-sha256.txt'), sums.join(''));
      expect((await bag(empty.app, ['import', broken])).exitCode).toBe(0);
      expect(await empty.database.query('SELECT id FROM workflow')).toEqual([]);
      expect(await empty.database.query('SELECT id FROM document')).toHaveLength(kept.trimEnd().split('\n').length);
    });
  });
});
