import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newObjectKey } from '#application/support/ids';
import { Sweeper } from '#application/files/sweeper';
import { FileStorage, ObjectJournal } from '#application/ports/files';
import { ARCHIVE_SCHEMA } from '#infrastructure/provisioning/archive-schema';
import type { Outcome } from '#src/cli/output';
import { UsageError } from '#src/terminal/usage-error';
import { schemaProblems } from '#infrastructure/provisioning/schema-problems';
import { Api, base64, IDS, invoiceValues, loggedIn, place } from './support/api';
import { demoText, openDesk } from './support/archive-files';
import { describeScene } from './support/describe-service';
import { acervo } from './support/in-process';

describeScene('the commands of an operator', openDesk, (desk) => {
  const app = desk.service.app;
  let storage: FileStorage;
  beforeAll(async () => {
    storage = app.get(FileStorage);
  });

  /** Runs a command and answers also what it said while it ran. */
  async function run(...words: string[]): Promise<Outcome & { said: string[]; progress: string[] }> {
    const [said, progress] = [[] as string[], [] as string[]];
    const [log, error] = [console.log, console.error];
    console.log = (line: string) => void said.push(line);
    console.error = (line: string) => void progress.push(line);
    try {
      return { ...(await acervo(app, words)), said, progress };
    } finally {
      [console.log, console.error] = [log, error];
    }
  }

  async function store(key: string, content: string): Promise<void> {
    const writer = storage.create(key);
    const bytes = Buffer.from(content);
    writer.room().set(bytes);
    await writer.commit(bytes.length);
    await writer.close();
  }

  describe('verify', () => {
    it('finds no problem in a valid archive, and counts what it read', async () => {
      const { text, exitCode, said, progress } = await run('verify');
      expect([exitCode, said]).toEqual([0, []]);
      const files = await desk.count('document_file');
      expect(text).toMatch(
        new RegExp(
          `^${files} files \\(\\d+ bytes\\), ${files} objects: 0 missing, 0 altered, 0 extra; \\d+ documents: 0 with a stale index, 0 levels with a wrong count \\(acervo reindex\\)$`,
        ),
      );
      // Only a terminal is told how far it is.
      expect(progress).toEqual([]);
    });

    it('reports each planted fault, and no staged or condemned objects', async () => {
      const demo = await loggedIn(desk.service.url);
      const file = (text: string) => ({ arquivo: base64(text), contentType: 'text/plain', extensao: 'txt', nomeAmigavel: text });
      const arquivos = ['missing', 'altered', 'shorter', 'deleted'].map(file);
      const filed = await demo.post('/api/v3/Documento', { query: place(), body: { valoresCampos: invoiceValues('5'), arquivos } });
      expect(filed.status).toBe(201);
      const ids = filed.json.arquivos.map((each: { idArquivo: string }) => each.idArquivo) as string[];
      const keyOf = async (id: string) =>
        ((await desk.service.database.query('SELECT object_key FROM document_file WHERE id = ?', [id])) as { object_key: string }[])[0]!
          .object_key;
      const [missing, altered, shorter] = await Promise.all(ids.slice(0, 3).map(keyOf));
      await demo.delete('/api/Arquivo/Delete', { query: { idDocumento: filed.json.idDocumento, idArquivo: ids[3]! } });
      for (const key of [missing, altered, shorter]) await storage.remove(key!);
      await store(altered!, 'changed');
      await store(shorter!, 'short');
      const [extra, staged] = [newObjectKey(), newObjectKey()];
      await app.get(ObjectJournal).stage(IDS.client, [staged], 60_000);
      for (const key of [extra, staged]) await store(key, 'nobody names me');

      const { text, exitCode, said } = await run('verify');
      expect(exitCode).toBe(1);
      expect([...said].sort()).toEqual(
        [
          `altered ${altered} file ${ids[1]} of document or flow ${filed.json.idDocumento}: the content differs from the stored file`,
          `altered ${shorter} file ${ids[2]} of document or flow ${filed.json.idDocumento}: 5 bytes instead of 7`,
          `extra ${extra}: no row refers to it`,
          `missing ${missing} file ${ids[0]} of document or flow ${filed.json.idDocumento}: the object is missing`,
        ].sort(),
      );
      expect(text).toMatch(/: 1 missing, 2 altered, 1 extra; \d+ documents: 0 with a stale index/);

      const refused = await run('verify', '--discard-extra');
      expect([refused.exitCode, refused.text]).toEqual([1, `${text}\nnothing was discarded`]);
      expect((await run('verify')).said).toContain(`extra ${extra}: no row refers to it`);
    });

    it('passes unreferenced objects to the sweeper, when requested and nothing else is wrong', async () => {
      await desk.service.database.query("UPDATE document_file SET deleted_at = 1 WHERE name IN ('missing', 'altered', 'shorter')");
      const [stale] = (await run('verify')).said.filter((line) => line.startsWith('stale'));
      expect(stale).toMatch(/^stale document \S+: the stored number of files differs$/);
      expect(await run('reindex')).toMatchObject({
        exitCode: 0,
        text: expect.stringMatching(/^\d+ documents compared, 1 indexed anew; 0 levels counted anew$/),
      });
      const { text, exitCode, said } = await run('verify', '--discard-extra');
      expect([exitCode, text.split('\n')[1]]).toEqual([0, expect.stringMatching(/^\d+ discarded: the sweeper removes them/)]);
      const keys = said.map((line) => /^extra (\S+):/.exec(line)?.[1]);
      expect(keys.length).toBeGreaterThan(0);
      await app.get(Sweeper).sweep();
      for (const key of keys) expect(await storage.size(key!)).not.toBeNull();
      const after = await run('verify');
      expect([after.exitCode, after.said]).toEqual([0, []]);
    });
  });

  describe('user', () => {
    const login = async (username: string, password: string) =>
      new Api(desk.service.url).post('/api/Autenticacao/Login', { body: { username, password } });
    const passwordIn = (text: string) => /password \(shown once\): (\S+)$/.exec(text)![1]!;

    it('create adds a user with a password that is shown once', async () => {
      const words = [
        'create',
        'Operador',
        '--name',
        'O Operador',
        '--client',
        'Empresa Exemplo',
        '--profile',
        'Leitor',
        '--level',
        'Financeiro',
      ];
      const { text, exitCode } = await run('user', ...words);
      expect(exitCode).toBe(0);
      const answer = await login('operador', passwordIn(text));
      expect([answer.status, answer.json.NomeUsuario]).toEqual([201, 'O Operador']);
      const [unit] = (await new Api(desk.service.url, answer.json.Token).get('/api/Estrutura')).json;
      expect(unit.clientes[0].arvores.map((level: { nome: string }) => level.nome).sort()).toEqual([
        'Contratos',
        'Financeiro',
        'Notas Fiscais',
      ]);
      await expect(run('user', 'create', 'OPERADOR')).rejects.toThrow(/is taken/);
    });

    it('password sets a new one, ends the sessions and unlocks', async () => {
      const { text: made } = await run('user', 'create', 'esquecido');
      const session = (await login('esquecido', passwordIn(made))).json.Token as string;
      const { text } = await run('user', 'password', 'esquecido');
      expect((await login('esquecido', passwordIn(made))).status).toBe(401);
      expect((await login('esquecido', passwordIn(text))).status).toBe(201);
      expect((await new Api(desk.service.url, session).get('/api/Estrutura')).status).toBe(401);
    });

    it('unlock ends a lock at once', async () => {
      const { text } = await run('user', 'create', 'apressado');
      for (let time = 0; time < 7; time++) await login('apressado', 'errada');
      expect((await login('apressado', passwordIn(text))).status).toBe(401);
      expect((await run('user', 'unlock', 'APRESSADO')).exitCode).toBe(0);
      expect((await login('apressado', passwordIn(text))).status).toBe(201);
    });

    it.each([
      [['create', 'x', '--client', 'Nada', '--profile', 'Leitor'], /there is no client "Nada"/],
      [['create', 'x', '--client', 'Empresa Exemplo', '--profile', 'Nada'], /there is no profile "Nada"/],
      [['create', 'x', '--client', 'Empresa Exemplo', '--profile', 'Leitor', '--unit', 'Unidade Sul'], /does not serve/],
      [['create', 'x', '--client', 'Empresa Exemplo', '--profile', 'Leitor', '--level', 'Nada'], /has no level "Nada"/],
      [['create', 'x'.repeat(51)], /1 to 50 characters/],
      [['password', 'ninguém'], /there is no user/],
      [['unlock', 'ninguém'], /there is no user/],
      [['create'], /missing required argument 'login'/],
      [['create', 'a', 'b'], /too many arguments for 'create'/],
      [['delete', 'demo'], /unknown command 'delete'/],
      [['create', 'a', '--client', 'Empresa Exemplo'], /must be given together/],
      [['create', 'a', '--colour', 'red'], /colour/],
    ])('refuses %j', async (words, message) => {
      const before = await desk.count('user_account');
      await expect(run('user', ...words)).rejects.toThrow(message);
      expect(await desk.count('user_account')).toBe(before);
    });
  });

  it('apply and export report what they did', async () => {
    const file = desk.path('exported.yaml');
    expect((await run('export', file)).text).toBe(`written: ${file}`);
    expect((await run('apply', file)).text).toBe('nothing to do: the archive is as the file says');
    expect((await run('export')).text).toBe((await readFile(file, 'utf8')).trimEnd());
    expect((await run('apply', file, '--dry-run')).exitCode).toBe(0);
    await expect(run('apply')).rejects.toThrow(UsageError);
    await expect(run('apply', file, '--force')).rejects.toThrow(UsageError);
    await expect(run('apply', desk.path('none.yaml'))).rejects.toThrow(/cannot be read: ENOENT/);
  });

  it('the schema for editors is the one used for validation', async () => {
    const published = JSON.parse(await readFile(join(__dirname, '../../docs/archive.schema.json'), 'utf8')) as unknown;
    expect(published).toEqual(JSON.parse(JSON.stringify(ARCHIVE_SCHEMA)));
    const { parse } = await import('yaml');
    expect(schemaProblems(parse(await demoText()))).toEqual([]);
    expect(schemaProblems({ $schema: 'x', units: [{ name: 'A' }] })).toEqual([]);
  });
});
