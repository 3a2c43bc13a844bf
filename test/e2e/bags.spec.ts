import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ReadClient } from '#application/portable-archive/read-client.use-case';
import { VerifyFiles } from '#application/portable-archive/verify-files.use-case';
import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { BagRefused } from '#src/cli/portable-archive/bag-refused';
import { UsageError } from '#src/terminal/usage-error';
import { Api, IDS, type Answer, invoiceValues, loggedIn, place } from './support/api';
import { rowsOfLog } from './support/audited';
import { bagScene } from './support/bag-scene';
import { changedBag } from './support/changed-bag';
import { killedAt, runCommand } from './support/command';
import { filedElsewhere, remove } from './support/reading';
import { SEARCH } from './support/search-archive';
import { SIGNING, startService, STORAGE, type Service } from './support/service';
import { bytesOf } from './support/signing';
import { acervo } from './support/in-process';
import './support/in-portuguese';

/** Of a Python that has the bagit module (scripts/verifiers.mjs). */
const BAGIT = process.env.TEST_BAGIT_PYTHON;
const CLIENT = 'Empresa Exemplo';
const THEIRS = '00000000-0000-4000-8000-000000000009';

describe('a client as a bag', () => {
  let service: Service;
  let demo: Api;
  let folder: string;
  let first: string;
  let signed: string;
  const path = (...names: string[]) => join(folder, ...names);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-bag-'));
    service = await startService(SIGNING);
    demo = await loggedIn(service.url);
    ({ signed } = await bagScene(service, demo));
    first = path('primeiro');
    expect((await acervo(service.app, ['bag', 'export', '--client', CLIENT, '--to', first])).exitCode).toBe(0);
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const manifest = (of: string) => readFile(join(of, 'manifest-sha256.txt'), 'utf8');
  const lines = async (of: string, name: string) => (await readFile(join(of, name), 'utf8')).trimEnd().split('\n').filter(Boolean);
  const faults = async ({ app }: Service) => {
    const found: unknown[] = [];
    await app.get(VerifyFiles).execute({ fault: (fault) => found.push(fault), progress: () => undefined });
    return found;
  };

  it('contains all data of the client and none of others', async () => {
    const documents = (await lines(first, 'data/documents.jsonl')).map(
      (line) => JSON.parse(line) as { files: { id: string; former: unknown[] }[] },
    );
    const [{ total }] = (await service.database.query('SELECT COUNT(*) AS total FROM document WHERE client_id = ?', [
      idBytes(IDS.client),
    ])) as [{ total: number }];
    expect(documents.length).toBe(Number(total));
    expect(documents.flatMap(({ files }) => files).find(({ id }) => id === signed)?.former).toHaveLength(2);
    for (const part of ['designs', 'flows', 'bills', 'custody'])
      expect([part, await lines(first, `data/${part}.jsonl`)]).not.toEqual([part, []]);
    expect(await lines(first, 'data/signatures.jsonl')).toHaveLength(2);
    const yaml = await readFile(join(first, 'data/archive.yaml'), 'utf8');
    expect(yaml).not.toMatch(/Outra Empresa|passwordHash/);
    expect((await readdir(folder)).sort()).toEqual(['primeiro']);
    expect((await acervo(service.app, ['bag', 'verify', first])).exitCode).toBe(0);
    await expect(acervo(service.app, ['bag', 'export', '--client', CLIENT, '--to', first])).rejects.toThrow(UsageError);
    await expect(acervo(service.app, ['bag', 'export', '--client', 'Nada', '--to', path('nada')])).rejects.toThrow(UsageError);
    expect(await readdir(folder)).toEqual(['primeiro']);
  });

  it('is a consistent snapshot, despite concurrent changes', async () => {
    const seen: string[] = [];
    let late: Promise<Answer> | undefined;
    const nothing = async () => undefined;
    await service.app.get(ReadClient).execute(
      CLIENT,
      { passwordHashes: false },
      {
        definition: nothing,
        client: async () => {
          late = demo.post('/api/v3/Documento', { query: place(), body: { chaveExterna: 'TARDE', valoresCampos: invoiceValues('9') } });
          // Embedded in one process, whoever writes waits.
          if (STORAGE === 'servers') expect((await late).status).toBe(201);
        },
        record: async (kind, record) => void (kind === 'documents' && seen.push((record as { id: string }).id)),
        row: nothing,
      },
    );
    const { idDocumento } = (await late)!.json as { idDocumento: string };
    expect(seen).not.toContain(idDocumento);
    expect(seen).toHaveLength((await lines(first, 'data/documents.jsonl')).length);
    expect((await remove(demo, idDocumento)).status).toBe(200);
  });

  it('restores into an empty archive, and exports again identically', async () => {
    const other = await startService(SIGNING, { empty: true });
    try {
      const { text } = await acervo(other.app, ['bag', 'import', first]);
      expect(text).toMatch(/^\d+ documentos importados, 0 já haviam sido/);
      expect(await faults(other)).toEqual([]);
      expect((await other.app.get(VerifyTrail).execute()).broken).toEqual([]);
      const events = await rowsOfLog(other, IDS.client);
      expect(events.map(({ action }) => action)).toEqual(['archive.apply', 'archive.import', 'archive.apply', 'archive.import']);
      const second = path('segundo');
      await acervo(other.app, ['bag', 'export', '--client', CLIENT, '--to', second]);
      expect(await manifest(second)).toBe(await manifest(first));
      await expect(acervo(other.app, ['bag', 'import', first])).rejects.toThrow(/já existe/);

      // Nobody knows the passwords of users who came without.
      expect((await loggedIn(other.url)).token).toBeNull();
      const { text: said } = await acervo(other.app, ['user', 'password', 'demo']);
      const password = /senha \(mostrada só agora\): (\S+)$/.exec(said)![1]!;
      const { json } = await new Api(other.url).post('/api/Autenticacao/Login', { body: { username: 'demo', password } });
      const there = new Api(other.url, json.Token);
      expect((await bytesOf(there, signed)).equals(await bytesOf(demo, signed))).toBe(true);
      const found = async (api: Api) => (await api.get(SEARCH, { query: { IdCliente: IDS.client } })).json;
      expect(await found(there)).toEqual(await found(demo));
    } finally {
      await other.stop();
    }
  });

  it('restores completely also after a killed import', async () => {
    const other = await startService(SIGNING, { empty: true });
    try {
      const pointedAt = 'SELECT r.id FROM document_list_row l JOIN list_row r ON r.code = l.row_code WHERE r.client_id = ? LIMIT 1';
      let row: { id: string } | undefined;
      for (const point of ['object-stored:3', 'after-commit:6']) {
        const ran = await killedAt(point, other, ['bag', 'import', first, '--continue'], SIGNING);
        expect([point, ran.signal, ran.stderr]).toEqual([point, 'SIGKILL', '']);
        // Somebody adds a row meanwhile: it has the key of one of the bag, and an id of its own.
        if (row === undefined) {
          [row] = (await service.database.query(pointedAt, [idBytes(IDS.client)])) as { id: string }[];
          await other.database.query('UPDATE list_row SET id = ? WHERE id = ?', [THEIRS, row!.id]);
        }
      }
      await changedBag(first, path('outro-bag'), 'data/documents.jsonl', (text) => text.replace(/"version":\d+/, '"version":77'));
      await expect(acervo(other.app, ['bag', 'import', path('outro-bag'), '--continue'])).rejects.toThrow(
        /importação interrompida de outro bag/,
      );
      await expect(acervo(other.app, ['bag', 'import', path('outro-bag')])).rejects.not.toThrow(/--continue/);
      const ran = await runCommand(other, ['bag', 'import', first, '--continue', '--json'], SIGNING);
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      expect(JSON.parse(ran.stdout)).toMatchObject({ exitCode: 0, clientId: IDS.client });
      const links = 'SELECT l.document_code FROM document_list_row l JOIN list_row r ON r.code = l.row_code WHERE r.id = ?';
      expect(await other.database.query(links, [THEIRS])).not.toEqual([]);
      await other.database.query('UPDATE list_row SET id = ? WHERE id = ?', [row!.id, THEIRS]);
      await acervo(other.app, ['bag', 'export', '--client', CLIENT, '--to', path('terceiro')]);
      expect(await manifest(path('terceiro'))).toBe(await manifest(first));
      expect(await faults(other)).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  describe('is refused when damaged, and nothing is applied', () => {
    let other: Service;
    let broken: string;
    beforeAll(async () => {
      other = await startService(SIGNING, { empty: true });
    });
    afterAll(() => other.stop());
    beforeEach(async () => {
      broken = path('quebrado');
      await rm(broken, { recursive: true, force: true });
      await cp(first, broken, { recursive: true });
    });

    const edit = async (name: string, change: (text: string) => string) => {
      const file = join(broken, name);
      const before = await readFile(file, 'utf8');
      const after = change(before);
      expect(after).not.toBe(before);
      await writeFile(file, after);
    };
    /** So that the manifests say what is there now. */
    async function seal(): Promise<void> {
      const sum = async (line: string) => {
        const name = line.slice(66);
        return `${createHash('sha256')
          .update(await readFile(join(broken, name)))
          .digest('hex')}  ${name}`;
      };
      for (const name of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
        await writeFile(join(broken, name), `${(await Promise.all((await lines(broken, name)).map(sum))).join('\n')}\n`);
      }
    }
    const aFile = async () => (await lines(broken, 'manifest-sha256.txt')).find((line) => line.includes('data/files/'))!.slice(66);
    const documents = (change: (text: string) => string) => async () => {
      await edit('data/documents.jsonl', change);
      await seal();
    };

    it.each<[string, () => Promise<unknown>, RegExp]>([
      ['a file is missing', async () => rm(join(broken, await aFile())), /está no manifesto e não existe/],
      ['a byte differs', async () => edit(await aFile(), (text) => `${text}x`), /não corresponde ao SHA-256/],
      ['there is a file more', () => writeFile(join(broken, 'data/files/mais.txt'), 'x'), /não está em nenhum manifesto/],
      ['a tag file differs', () => edit('bag-info.txt', (text) => `${text}X: y\n`), /bag-info.txt: o conteúdo não corresponde/],
      [
        'a path leads out',
        () => edit('manifest-sha256.txt', (text) => `${text}${'0'.repeat(64)}  data/../../fora.txt\n`),
        /não é permitido/,
      ],
      ['a path is absolute', () => edit('manifest-sha256.txt', (text) => `${text}${'0'.repeat(64)}  /etc/passwd\n`), /não é permitido/],
      [
        'a file is a link',
        async () => {
          const name = join(broken, await aFile());
          await rename(name, path('alvo'));
          await symlink(path('alvo'), name);
        },
        /sem links/,
      ],
      ['it is no bag', () => rm(join(broken, 'bagit.txt')), /bagit.txt não existe/],
      ['a document is there twice', documents((text) => text + text.split('\n')[0]! + '\n'), /aparece mais de uma vez/],
      ['a level is unknown', documents((text) => text.replace(/"levelId":"[0-9a-f]{8}/, '"levelId":"00000000')), /o nível não existe/],
      ['a unit is unknown', documents((text) => text.replace(/"unitId":"[0-9a-f]{8}/, '"unitId":"00000000')), /a unidade não existe/],
      [
        'a hash is not that of its file',
        documents((text) => text.replace(/"sha256":"[0-9a-f]{8}/, '"sha256":"00000000')),
        /com este SHA-256/,
      ],
      ['a line is no document', documents((text) => text.replace('"version":', '"versao":')), /não pode ser lida/],
      ['a document is left out', documents((text) => text.slice(text.indexOf('\n') + 1)), /explica/],
      [
        'a user of it is to reach another client',
        async () => {
          await edit('data/archive.yaml', (text) => text.replace(/(grants:\s+- client: ).+/, '$1Outra Empresa'));
          await seal();
        },
        /acesso a outro cliente/,
      ],
      [
        'a password would cost too much',
        async () => {
          const hash = `$argon2id$v=19$m=4000000,t=1,p=1$${'c'.repeat(22)}$${'c'.repeat(43)}`;
          await edit('data/archive.yaml', (text) =>
            text.replace(/(\n\s+)login: demo/, (user, blanks: string) => `${user}${blanks}passwordHash: ${hash}`),
          );
          await seal();
        },
        /archive.yaml não pode[^]*passwordHash/,
      ],
      [
        'the description cannot be applied',
        async () => {
          await edit('data/archive.yaml', (text) => text.replace('type: date', 'type: dia'));
          await seal();
        },
        /archive.yaml não pode/,
      ],
    ])('%s', async (_, damage, message) => {
      await damage();
      const error = await acervo(other.app, ['bag', 'import', broken]).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BagRefused);
      expect((error as BagRefused).message).toMatch(message);
      for (const table of ['client', 'document', 'list_row', 'object_journal', 'event_outbox', 'event']) {
        expect([table, await other.database.query(`SELECT * FROM ${table}`)]).toEqual([table, []]);
      }
    });
  });

  it('restores beside other clients, with new numbers where taken', async () => {
    const [elsewhere, other] = [await startService(), await startService(SIGNING, { empty: true })];
    try {
      await filedElsewhere(await loggedIn(elsewhere.url, 'outro'));
      await acervo(elsewhere.app, ['bag', 'export', '--client', 'Outra Empresa', '--to', path('outra')]);
      await acervo(other.app, ['bag', 'import', first]);
      const [{ createdBy }] = (await lines(first, 'data/documents.jsonl')).map((line) => JSON.parse(line)) as [{ createdBy: string }];
      const byStranger = (text: string) => text.replace(/"createdBy":"[^"]+"/, `"createdBy":"${createdBy}"`);
      await changedBag(path('outra'), path('estranho'), 'data/documents.jsonl', byStranger);
      const strange = acervo(other.app, ['bag', 'import', path('estranho'), '--new-codes']);
      await expect(strange).rejects.toThrow(`o usuário é de outro cliente deste acervo: ${createdBy}`);
      await expect(acervo(other.app, ['bag', 'import', path('outra')])).rejects.toThrow(
        /outro documento deste acervo tem o código 5; --new-codes/,
      );
      expect((await acervo(other.app, ['bag', 'import', path('outra'), '--new-codes'])).text).toMatch(/^1 documentos importados/);
      expect(await faults(other)).toEqual([]);
      await acervo(other.app, ['bag', 'export', '--client', CLIENT, '--to', path('quarto')]);
      expect(await manifest(path('quarto'))).toBe(await manifest(first));
    } finally {
      await other.stop();
      await elsewhere.stop();
    }
  });

  (BAGIT ? it : it.skip)('is a bag to others', async () => {
    const script = 'import bagit, sys; bag = bagit.Bag(sys.argv[1]); bag.validate(); print(bag.version, len(bag.payload_entries()))';
    const { stdout } = await promisify(execFile)(BAGIT as string, ['-c', script, first]);
    expect(stdout.trim()).toBe(`1.0 ${(await lines(first, 'manifest-sha256.txt')).length}`);
  });
});
