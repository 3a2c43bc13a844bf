import { DataSource } from 'typeorm';
import { GroupedCreates } from '#application/documents/grouped-creates';
import { Sql } from '#infrastructure/typeorm/sql';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { StatementLog } from '../support/statement-log';
import { until } from '../support/until';
import { fetchPath } from './support/adding-files';
import { Api, IDS, invoiceValues, place } from './support/api';
import { bodyOf, createdBy, PATHS, type Sent } from './support/creates';
import { describeService } from './support/describe-service';
import { STORAGE } from './support/service';
import { pair, SEARCH } from './support/search-archive';

const FILE = { content: 'Nota', extension: 'txt', name: 'Nota', share: true };
const NOTE = { label: 'Observação', valorCampo: 'Frágil, não dobrar' };
const CLIENT = { IdCliente: IDS.client };
const TWO = { ...CLIENT, ...pair('Número', '77'), ...pair('Data de Emissão', '15/08/2024', undefined, 1) };

/** Statements that read or change rows, in a process that has served the user before; a transaction adds its beginning and its end. */
describeService('statements of a call', ({ service, demo, finance }) => {
  let log: StatementLog;
  let [file, link] = ['', ''];
  beforeAll(async () => {
    const [{ id, link: address }] = createdBy(await create({ files: [FILE] })).files as [{ id: string; link?: string }];
    [file, link] = [id, address as string];
    log = new StatementLog(service.app.get(DataSource));
  });

  const create = (sent: Sent = {}) => demo.post(PATHS.V3, { query: place(), body: bodyOf('V3', sent) });
  const search = (api: Api, query: Record<string, string>) => api.get(SEARCH, { query });
  const open = () => fetch(`${service.url}/${link.split('/').slice(3).join('/')}`, { redirect: 'manual' });

  it.each<[string, number, () => Promise<{ status: number }>]>([
    // One more where a page shows rows of lists, as both of these do.
    ['a search without conditions', 4, () => search(demo, CLIENT)],
    // The documents with each value are counted, up to a few: no engine's own statistics tell which value is rare.
    ['a search by two fields', 4, () => search(demo, TWO)],
    ['a search of a user of one level', 4, () => search(finance, CLIENT)],
    // One of a create says that its level has one more.
    ['a create', 6, () => create()],
    // And one has the words of its texts.
    ['a create with a text', 7, () => create({ values: invoiceValues('77', [NOTE]) })],
    ['a create with a shared file', 9, () => create({ files: [FILE] })],
    ['a create with two files', 8, () => create({ files: [FILE, FILE].map((each) => ({ ...each, share: false })) })],
    ['bytes of a file', 2, () => demo.get(fetchPath(file), { headers: { accept: 'application/octet-stream' } })],
    ['a share link', 1, open],
  ])('%s: at most %d', async (_, most, call) => {
    await call();
    log.take();
    const { status } = await call();
    const statements = log.take();
    expect([status < 400, ...(statements.length > most ? statements : [])]).toEqual([true]);
  });

  // SQLite answers before the next call is read.
  (STORAGE === 'embedded' ? it.skip : it)('ten creates that come together share those of a transaction', async () => {
    const arrived = jest.spyOn(service.app.get(GroupedCreates), 'run');
    const sql = service.app.get(Sql);
    let answers: Promise<unknown> | undefined;
    // They come together although callers and service share a processor here: the first of them wait for this row.
    await sql.together(async () => {
      await sql.rows('SELECT c.id FROM client c WHERE c.id = ? FOR UPDATE', [idBytes(IDS.client)]);
      log.take();
      answers = Promise.all(Array.from({ length: 10 }, () => create()));
      await until(() => arrived.mock.calls.length, (calls) => calls === 10); // prettier-ignore
    });
    await answers;
    const statements = log.take();
    // A session each, and some groups: alone they would be sixty.
    expect(statements.length > 40 ? statements : []).toEqual([]);
  });
});
