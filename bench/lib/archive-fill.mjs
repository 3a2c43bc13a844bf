/** Fills the demo archive of a bench by the service's own means, on either storage; a process of its own. */
import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { answerParent } from './answer-parent.mjs';
import { itemOf } from './items.mjs';
import { writtenValues } from './wire.mjs';

const PIECE = 500;
const FIRST_MS = 1_700_000_000_000;
/** Every so many-th document is one of these, where others than invoices are wanted. */
const PERSONAL_OF = 5;
const INVOICES = ['Financeiro', 'Notas Fiscais'];
const PERSONAL = ['Recursos Humanos', 'Prontuários'];
const dist = (path) => import(new URL(`../../dist/src/${path}.js`, import.meta.url));

const { AppModule } = await dist('app.module');
const { readConfig } = await dist('config');
const { loadDemoArchive } = await dist('demo/load-demo-archive');
const { DEMO_CLIENT, DEMO_UNIT } = await dist('demo/demo-archive');
const { stableId } = await dist('application/support/stable-id');
const { Sql } = await dist('infrastructure/typeorm/sql');
const [{ AccessPolicy }, { DocumentFiling }, { SessionOpener }, { UnitOfWork }, { Sessions, Users, Passwords }] = await Promise.all(
  ['access/access-policy', 'documents/document-filing', 'auth/session-opener', 'ports/unit-of-work', 'ports/users'].map((path) =>
    dist(`application/${path}`),
  ),
);

const app = await NestFactory.createApplicationContext(AppModule.with(readConfig()), { logger: false, abortOnError: false });
await loadDemoArchive(app);
const [clientId, unitId] = [stableId('client', DEMO_CLIENT), stableId('unit', DEMO_UNIT)];
const demo = stableId('user', 'demo');
const origin = { address: 'bench', requestId: 'bench' };
const actor = { ...(await app.get(Sessions).actor(demo)), origin };
const scopeFor = (permission) => app.get(AccessPolicy).require(actor, permission, { clientId });
const level = (names) => stableId('level', DEMO_CLIENT, ...names);
const indexers = (values) => values.map(([label, value], index) => ({ listName: null, label, value, path: ['values', index] }));

/** Documents `from`+1 to `from`+`count`: invoices, and with `mixed` every fifth a personal file. */
async function documents({ from = 0, count, mixed = false }) {
  const [filing, unitOfWork, scope] = [app.get(DocumentFiling), app.get(UnitOfWork), await scopeFor('document:create')];
  const filed = async (n) => {
    const isPersonal = mixed && n % PERSONAL_OF === 0;
    const values = isPersonal ? [['Tipo', `tipo ${n % 40}`]] : writtenValues(itemOf(mixed ? n - Math.floor(n / PERSONAL_OF) : n));
    const place = { unitId, nodeId: level(isPersonal ? PERSONAL : INVOICES), boxCode: null, externalKey: null, files: [] };
    const { plan, invalid, refused } = await filing.examine(scope, { ...place, values: indexers(values) });
    if (invalid.length + refused.length > 0) throw new Error(`document ${n}: ${JSON.stringify([invalid, refused])}`);
    return { scope, plan, id: randomUUID(), files: [], at: new Date(FIRST_MS + n * 1000) };
  };
  for (let done = 0; done < count; done += PIECE) {
    const numbers = Array.from({ length: Math.min(PIECE, count - done) }, (_, index) => from + done + index + 1);
    const piece = await Promise.all(numbers.map(filed));
    await unitOfWork.run(() => filing.file(piece));
  }
}

/** SQLite has its statistics from the service itself. */
const analyse = async () => {
  const sql = app.get(Sql);
  if (!sql.isSqlite) await sql.write('ANALYZE TABLE document, document_value');
  return null;
};

/** Users with a session each. `level`: where they are restricted to; else they may do at the whole unit what the demo user may. */
async function people({ count, prefix, restrictedTo = null }) {
  const [users, sessions, passwords, scope] = [app.get(Users), app.get(SessionOpener), app.get(Passwords), await scopeFor('user:manage')];
  const [{ profile }] = await users.grantsOf(scope, demo);
  const passwordHash = await passwords.hashOf(demo);
  const base = { ...(await users.find(scope, demo)), createdBy: demo, passwordHash, passwordExpiresAt: null, createdAt: new Date() };
  const grant = { clientId, unitId, nodeId: restrictedTo && level(restrictedTo), profile };
  const made = [];
  for (let n = 1; n <= count; n++) {
    const owner = { id: randomUUID(), login: `${prefix}-${n}`, name: `${prefix} ${n}` };
    await users.add(scope, { ...base, ...owner }, [grant]);
    const session = { userId: owner.id, name: owner.name, login: owner.login, homeClientId: null, passwordHash };
    const { token } = await sessions.open(session, 0, false, origin);
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
    made.push({ login: owner.login, userId: owner.id, sessionId: claims.sid, token });
  }
  return made;
}

answerParent({ documents, analyse, people });
