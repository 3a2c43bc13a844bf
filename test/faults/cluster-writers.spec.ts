import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection, type Connection } from 'mysql2/promise';
import { loggedIn, place, type Answer, type Api } from '../e2e/support/api';
import { bodyOf, createdBy, PATHS } from '../e2e/support/creates';
import { fetchPath } from '../e2e/support/adding-files';
import { makeUser, OTHER_HOME, PASSWORD, setStatus, signIn, tryLogin } from '../e2e/support/users';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { outcomeOf } from './oracle/ledger';
import { Expected } from './oracle/expected';
import { until } from './kit/until';
import { CLUSTER, clusterRecord, NODES, replicas, SYNC } from './support/cluster';
import { Scene } from './support/scene';
import type { ServiceProcess } from './support/service-process';
import { isTimeUp, size } from './support/size';

jest.setTimeout(3_600_000);

const CALLS = size({ short: 600, long: 3000 });
const ROUNDS = size({ short: 20, long: 60 });
const LOGIN = '/api/Autenticacao/Login';

/** Only where scripts/clusters.mjs has started one: `npm run test:clusters`. */
(NODES.length > 1 ? describe : describe.skip)(`replicas that each write to another node of ${CLUSTER}`, () => {
  const record = clusterRecord('writers', 'Writers at all nodes of a cluster');
  let scene: Scene;
  let services: ServiceProcess[];
  let apis: Api[];
  beforeAll(async () => {
    scene = await Scene.open({ environment: SYNC });
    record.seed(scene.seed);
    services = await replicas(scene);
    apis = services.map((service) => scene.at(service));
    scene.serve(...services);
  });
  afterAll(async () => {
    record.write();
    await scene.close();
  });

  const at = (turn: number) => apis[turn % apis.length] as Api;
  const create = (api: Api, key?: string, text = 'Nota') =>
    api.post(PATHS.V3, {
      query: place(),
      body: bodyOf('V3', { files: [{ content: text, extension: 'txt', name: 'Nota' }] }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  const count = async (sql: string, parameters: string[] = []) =>
    Number((await scene.archive.sql.first<{ n: number }>(sql, parameters))?.n ?? NaN);

  it('lose nothing, and do nothing twice', async () => {
    const run = record.case('W1', 'mixed writes by clients of one archive, each call at any node');
    const traffic = scene.traffic({ clients: 9, habits: { repeats: 1, large: 0, largest: 60_000 } });
    const from = Date.now();
    traffic.start(CALLS);
    const clock = setInterval(() => isTimeUp() && void traffic.stop(), 1000);
    await traffic.done();
    clearInterval(clock);
    const seconds = (Date.now() - from) / 1000;
    const { calls } = new Expected(await scene.ledger.read());
    const busy = calls.filter(({ answered }) => answered.status === 503).length;
    const { text, findings, acknowledged, refused, unknown } = await scene.lookSwept({ readEvery: 3 });
    Object.assign(run, { runs: 1, operations: acknowledged + refused + unknown, unknown, lost: findings.length });
    run.note = `${(traffic.steps / seconds).toFixed(0)} calls/s; ${busy} of ${calls.length} writes gave way to others and were answered 503`;
    process.stdout.write(`${run.note}\n`);
    expect([text, findings, traffic.misread]).toEqual([text, [], []]);
    expect(calls.some(({ answered }) => outcomeOf(answered) === 'acknowledged')).toBe(true);
    run.result = 'passed';
  });

  it('show acknowledged writes at every node', async () => {
    const run = record.case('W2', 'a document read at a node that lags behind the one that acknowledged it');
    const [stale] = await replicas(scene, { DATABASE_SYNC_READS: 'false' }, [NODES[1] as string]);
    const readers = [scene.at(stale as ServiceProcess), apis[1] as Api];
    const node = await createConnection(NODES[1] as string);
    const found = [0, 0];
    const createdAtFirst = async () => {
      const answers: Answer[] = [];
      // 503: it gave way to others.
      await until(
        'the create is acknowledged',
        async () => answers.push(await create(apis[0] as Api)) > 0 && answers.at(-1)?.status === 201,
      );
      return createdBy(answers.at(-1) as Answer);
    };
    try {
      for (let round = 0; round < ROUNDS; round++) {
        // Nothing of the others is applied there meanwhile.
        await node.query('FLUSH TABLES WITH READ LOCK');
        const [file] = (await createdAtFirst()).files;
        const reads = readers.map((api) => api.get(fetchPath(file!.id), { headers: { accept: 'application/octet-stream' } }));
        await Promise.race([reads[0], sleep(2000)]);
        await node.query('UNLOCK TABLES');
        for (const [index, answer] of (await Promise.all(reads)).entries()) if (answer.text === 'Nota') found[index]!++;
      }
    } finally {
      // With its lock, for which all that follows would wait.
      node.destroy();
    }
    await (stale as ServiceProcess).kill('SIGTERM');
    const [without, withSync] = found as [number, number];
    Object.assign(run, { runs: ROUNDS, lost: ROUNDS - withSync });
    run.note = `without DATABASE_SYNC_READS ${ROUNDS - without} of ${ROUNDS} were not there yet`;
    process.stdout.write(`${run.note}; with it ${ROUNDS - withSync}\n`);
    // Else nothing lagged, and nothing was shown.
    expect(without).toBeLessThan(ROUNDS);
    expect(withSync).toBe(ROUNDS);
    run.result = 'passed';
  });

  it('serialise writes to a common row only', async () => {
    const run = record.case('W8', 'two transactions at two nodes that each take their turn at one row, and commit');
    const database = new URL(scene.archive.environment.DATABASE_URL as string).pathname;
    const connections = await Promise.all(NODES.slice(0, 2).map((url) => createConnection(new URL(database, url).href)));
    const bothCommit = async (turn: string) => {
      let both = 0;
      for (let round = 0; round < ROUNDS; round++) {
        for (const connection of connections) await connection.query('BEGIN');
        for (const connection of connections) await connection.query(`UPDATE user_account SET ${turn} WHERE login = 'leitor'`);
        const commits = await Promise.allSettled(connections.map((connection) => connection.query('COMMIT')));
        for (const connection of connections) await connection.query('ROLLBACK');
        if (commits.every((commit) => commit.status === 'fulfilled')) both++;
      }
      return both;
    };
    const [noChange, change] = [await bothCommit('active = active'), await bothCommit('turns = turns + 1')];
    await Promise.all(connections.map((connection) => connection.end()));
    Object.assign(run, { runs: ROUNDS, lost: change });
    run.note = `with an update that changes nothing both committed ${noChange} times of ${ROUNDS}, with one that counts up ${change} times`;
    process.stdout.write(`${run.note}\n`);
    expect(noChange).toBeGreaterThan(0);
    expect(change).toBe(0);
    run.result = 'passed';
  });

  it('roll back writers in conflict with another node', async () => {
    const run = record.case('W9', 'a row held by a shared lock at one node, and changed at another');
    const database = new URL(scene.archive.environment.DATABASE_URL as string).pathname;
    const [holder, witness, other] = (await Promise.all(
      [NODES[0], NODES[0], NODES[1]].map((url) => createConnection(new URL(database, url).href)),
    )) as [Connection, Connection, Connection];
    const calls = 'SELECT l.turns AS n FROM user_account l WHERE l.login = ?';
    const turns = async () => Number(((await witness.query(calls, ['financeiro'])) as [{ n: number }[], unknown])[0][0]?.n);
    let wentOn = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = await turns();
      await holder.query('BEGIN');
      await holder.query("SELECT u.id FROM user_account u WHERE u.login = 'financeiro' LOCK IN SHARE MODE");
      await other.query("UPDATE user_account SET turns = turns + 1 WHERE login = 'financeiro'");
      await until('the change has arrived', async () => (await turns()) > before);
      const after = await Promise.allSettled([
        holder.query("UPDATE user_account SET turns = turns + 1 WHERE login = 'leitor'"),
        holder.query('COMMIT'),
      ]);
      await holder.query('ROLLBACK');
      if (after.every(({ status }) => status === 'fulfilled')) wentOn++;
    }
    await Promise.all([holder, witness, other].map((connection) => connection.end()));
    Object.assign(run, { runs: ROUNDS, lost: wentOn });
    process.stdout.write(`W9: ${wentOn} of ${ROUNDS} went on\n`);
    expect(wentOn).toBe(0);
    run.result = 'passed';
  });

  it('run a call once that is sent to all nodes under one key', async () => {
    const run = record.case('W3', 'one create under one Idempotency-Key at all nodes at once');
    const statuses: Record<number, number> = {};
    let twice = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const key = randomUUID();
      const before = await count('SELECT COUNT(*) AS n FROM document d');
      const answers = await Promise.all(apis.map((api) => create(api, key)));
      for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
      const last = await create(at(round), key);
      const ids = new Set([...answers, last].filter(({ status }) => status < 300).map((answer) => createdBy(answer).id));
      const added = (await count('SELECT COUNT(*) AS n FROM document d')) - before;
      if (ids.size !== 1 || added !== 1) twice++;
    }
    Object.assign(run, { runs: ROUNDS, lost: twice, note: `answers ${JSON.stringify(statuses)}` });
    process.stdout.write(`${run.note}\n`);
    expect(statuses[201] ?? statuses[200]).toBeGreaterThan(0);
    expect(twice).toBe(0);
    run.result = 'passed';
  });

  const exclusive = (api: Api, username: string, password = PASSWORD) =>
    api.post(LOGIN, { token: null, body: { username, password, utilizacaoUnica: true } });

  it.each([
    ['W4', 'a user of a client', false],
    ['W5', 'a user of no client', true],
  ])('%s open one exclusive session of %s with concurrent logins at all nodes', async (id, who, homeless) => {
    const run = record.case(id, `exclusive sessions of ${who}, opened at all nodes at once`);
    const user = await makeUser(at(0));
    if (homeless) await scene.archive.sql.write('UPDATE user_account SET home_client_id = NULL WHERE id = ?', [user.id]);
    let double = 0;
    let refused = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // With one to end, all of them would meet at its row.
      await scene.archive.sql.write('UPDATE session SET ended_at = 1 WHERE user_id = ?', [user.id]);
      const answers = await Promise.all([...apis, ...apis, ...apis].map((api) => exclusive(api, user.login)));
      refused += answers.filter(({ status }) => status !== 201).length;
      const alive = await count('SELECT COUNT(*) AS n FROM session s WHERE s.user_id = ? AND s.ended_at IS NULL', [user.id]);
      if (alive !== 1) double++;
    }
    Object.assign(run, { runs: ROUNDS, lost: double, note: `${refused} of ${ROUNDS * apis.length * 3} logins were refused` });
    process.stdout.write(`${id}: ${double} of ${ROUNDS} with more than one session; ${run.note}\n`);
    expect(double).toBe(0);
    run.result = 'passed';
  });

  it('keep the last administrator when all are deactivated concurrently, each at another node', async () => {
    const run = record.case('W6', 'the last administrators of a client inactivated at once, each at another node');
    const { sql } = scene.archive;
    const url = (services[0] as ServiceProcess).url;
    const { IdUsuario: first } = (await tryLogin(url, 'outro', DEMO_PASSWORD)).json as { IdUsuario: string };
    const home = await loggedIn(url, 'outro');
    const others = [
      await makeUser(home, { ...OTHER_HOME, clienteMaster: '1' }),
      await makeUser(home, { ...OTHER_HOME, clienteMaster: '1' }),
    ];
    const all = [first, ...others.map(({ id }) => id)];
    let none = 0;
    const statuses: Record<number, number> = {};
    for (let round = 0; round < ROUNDS; round++) {
      await sql.write(`UPDATE user_account SET active = 1 WHERE id IN (?, ?, ?)`, all);
      const admins = await Promise.all(
        services.map((service, index) => (index === 0 ? loggedIn(service.url, 'outro') : signIn(service.url, others[index - 1]!.login))),
      );
      const answers = await Promise.all(admins.map((api, index) => setStatus(api, all[index] as string, 'I')));
      for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
      const left = await count('SELECT COUNT(*) AS n FROM user_account u WHERE u.active = 1 AND u.id IN (?, ?, ?)', all);
      if (left < 1) none++;
    }
    Object.assign(run, { runs: ROUNDS, lost: none, note: `answers ${JSON.stringify(statuses)}` });
    process.stdout.write(`W6: ${none} of ${ROUNDS} without an administrator; ${run.note}\n`);
    expect(none).toBe(0);
    run.result = 'passed';
  });

  it('keep the audit trail valid', async () => {
    const run = record.case('W7', 'the audit trail after all that');
    const { events, broken } = await scene.archive.trail.execute();
    Object.assign(run, { runs: 1, operations: events, lost: broken.length });
    expect(broken).toEqual([]);
    run.result = 'passed';
  });
});
