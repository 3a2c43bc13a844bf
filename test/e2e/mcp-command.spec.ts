import { appendFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { endsWithTest } from '../support/ends-with-test';
import { IDS } from './support/api';
import { performed } from './support/command';
import { describeService } from './support/describe-service';
import { Model, PLACE, READ_TOOLS, VALUES, WRITE_TOOLS } from './support/mcp';
import { rowCounts } from './support/state';

const ROOT = join(__dirname, '../..');
const USER = { ACERVO_USERNAME: 'demo', ACERVO_PASSWORD: DEMO_PASSWORD };
/** More than pipes and buffers hold. */
const LARGE = 5 * 1024 * 1024;

describeService('acervo mcp', ({ service, demo }) => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'acervo-mcp-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function model(words: readonly string[] = [], environment: Record<string, string> = USER): Promise<Model> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: ['-r', join(ROOT, 'test/support/run-typescript.cjs'), join(ROOT, 'src/cli/acervo.ts'), 'mcp', '--url', service.url, ...words],
      env: { ...(process.env as Record<string, string>), ...environment },
      cwd: ROOT,
      stderr: 'ignore',
    });
    const hasEnded = endsWithTest(() => transport.close());
    return Model.over(transport).finally(hasEnded);
  }

  const filing = (caminho: string) => ({
    ...PLACE,
    valoresCampos: VALUES,
    arquivos: [{ nomeAmigavel: 'Anexo', extensao: 'txt', contentType: 'text/plain', caminho }],
  });
  const sessions = async () => (await service.database.query('SELECT COUNT(*) AS total FROM session WHERE ended_at IS NULL'))[0].total;

  it('M1 reads, and nothing else, as the user that it is given; its session ends with it', async () => {
    const before = await sessions();
    const one = await model();
    expect((await one.tools()).map(({ name }) => name)).toEqual(READ_TOOLS);
    expect((await one.call('list_levels', { contem: 'notas' })).json.niveis).toMatchObject([PLACE]);
    const found = await one.call('search_documents', { idCliente: IDS.client, tamanhoPagina: 2 });
    expect(found.json.documentos).toHaveLength(2);
    await one.close();
    expect(await sessions()).toEqual(before);
  });

  it('takes a token in the place of a password', async () => {
    const one = await model([], { ACERVO_TOKEN: demo.token! });
    expect((await one.call('list_levels', { contem: 'notas' })).json.total).toBe(1);
    await one.close();
    expect((await demo.get('/api/Estrutura')).status).toBe(200);
  });

  it('begins another session when its own has ended', async () => {
    const one = await model();
    await service.database.query('UPDATE session SET ended_at = 1 WHERE ended_at IS NULL AND id <> ?', [sessionOf(demo.token!)]);
    expect((await one.call('list_levels', { contem: 'notas' })).json.total).toBe(1);
    await one.close();
  });

  it('M5 M10 with --write files what is in a folder, and only that, and refuses a file that has changed since', async () => {
    const one = await model(['--write', '--files', folder]);
    expect((await one.tools()).map(({ name }) => name)).toEqual([...READ_TOOLS, ...WRITE_TOOLS]);
    const path = join(folder, 'large.txt');
    await writeFile(path, 'a line of it\n'.repeat(LARGE / 13));
    const proposal = await one.call('propose_document', filing('large.txt'));
    const commit = { plan: proposal.json.plan, change: { tool: 'propose_document', ...filing('large.txt') } };
    const done = await one.call('commit_plan', commit);
    const fetched = await demo.get(`/api/Arquivo/${done.json.arquivos[0].idArquivo}/Cliente/${IDS.client}`, {
      headers: { accept: 'text/plain' },
    });
    expect(fetched.text).toBe('a line of it\n'.repeat(LARGE / 13));

    const before = await rowCounts(service);
    await appendFile(path, 'and another one');
    expect(await one.call('commit_plan', commit)).toMatchObject({ isError: true, said: expect.stringContaining('Nothing was changed') });
    await symlink('/etc/hostname', join(folder, 'link.txt'));
    for (const caminho of ['/etc/hostname', '../x', 'link.txt', '.', 'none.txt'])
      expect(await one.call('propose_document', filing(caminho))).toMatchObject({
        isError: true,
        said: expect.stringContaining('Nothing was sent'),
      });
    expect((await one.call('propose_document', filing(path))).isError).toBe(false);
    await one.close();
    expect(await rowCounts(service)).toEqual(before);
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['a wrong password', [], { ...USER, ACERVO_PASSWORD: 'wrong' }, 'refused the login'],
    ['a wrong token', [], { ACERVO_TOKEN: 'wrong' }, 'refused the login'],
    ['no user', [], {}, 'ACERVO_USERNAME'],
    ['an address that is none', ['--url', 'acervo'], USER, '--url'],
    ['a service that is not there', ['--url', 'http://127.0.0.1:1'], USER, 'cannot reach'],
    ['--files without --write', ['--files', '.'], USER, '--files'],
    ['a folder that is not there', ['--write', '--files', './none'], USER, '--files'],
    ['--json', ['--json'], USER, 'protocol'],
  ])('refuses %s', async (_, words, environment, said) => {
    const ran = await performed(['mcp', '--url', service.url, ...words], {
      ACERVO_TOKEN: '',
      ACERVO_USERNAME: '',
      ...environment,
    });
    // Problems of the environment have a code of their own.
    expect([ran.code, ran.stderr]).toEqual([said === 'ACERVO_USERNAME' ? 1 : 2, expect.stringContaining(said)]);
    if (!words.includes('--json')) expect(ran.stdout).toBe('');
  });
});

const sessionOf = (token: string): string => (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
