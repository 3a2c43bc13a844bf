import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SqliteDriver } from '#infrastructure/typeorm/sqlite-driver';
import { IDS } from './support/api';
import { runCommand } from './support/command';
import { create, createdBy, expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { STORAGE } from './support/service';

const ROWS = 3000;

/** Who holds the file of the embedded database is a command, or a copy being made. */
(STORAGE === 'embedded' ? describe : describe.skip)('an embedded archive beside another process', () => {
  describeService('that writes', { DATABASE_WAIT_SECONDS: '1' }, ({ service, demo }) => {
    const find = () => demo.post('/api/v3/Documento/Pesquisar', { query: { idCliente: IDS.client }, body: {} });

    it('lives and reads, refuses to write after a while, and writes as soon as it may', async () => {
      const known = await find();
      const other = new SqliteDriver(join(service.config.dataDir, 'acervo.sqlite'));
      other.exec('BEGIN IMMEDIATE');
      const [live, ready, found, refused] = await Promise.all([
        demo.get('/saude/viva'),
        demo.get('/saude/pronta'),
        find(),
        create(demo, 'V3'),
      ]);
      expect([live.status, ready.status, found.status, found.json]).toEqual([200, 200, 200, known.json]);
      expect([expectRefusal(refused, 503).codigo, refused.headers.get('retry-after')]).toEqual(['SERVICO_OCUPADO', '1']);
      const waiting = create(demo, 'V3');
      other.exec('ROLLBACK');
      other.close();
      createdBy(await waiting);
    });
  });

  describeService('that applies an archive file', ({ service, demo }) => {
    it('stores both what is applied and what is created meanwhile', async () => {
      const file = join(service.config.dataDir, 'rows.yaml');
      const rows = Array.from({ length: ROWS }, (_, index) => `{Código: '${index}', Nome: 'Pessoa ${index}'}`);
      const exported = (await runCommand(service, ['export'])).stdout;
      const added = `  - name: Cadastro
    units: [Unidade Central]
    lists:
      - name: Pessoas
        kind: consolidation
        fields:
          - {label: Código, type: number, key: true}
          - {label: Nome, type: text, max: 60}
        rows: [${rows.join(', ')}]
`;
      await writeFile(file, exported.replace(/^users:/m, `${added}users:`));
      let ended = false;
      const applied = runCommand(service, ['apply', file]).finally(() => (ended = true));
      const codes: number[] = [];
      while (!ended) codes.push(createdBy(await create(demo, 'V3')).code);
      const { code, stderr } = await applied;
      expect([stderr, code]).toEqual(['', 0]);
      const stored = await service.database.query(
        `SELECT (SELECT COUNT(*) FROM document WHERE code IN (${codes.map(() => '?').join()})) AS documents,
           (SELECT COUNT(*) FROM list_row r JOIN value_list l ON l.id = r.list_id WHERE l.name = 'Pessoas') AS "rows"`,
        codes,
      );
      expect(stored).toEqual([{ documents: codes.length, rows: ROWS }]);
    });
  });
});
