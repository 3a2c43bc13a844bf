/** Events of the demo client as the service itself would write and seal them, and a look at a webhook's rows; a process of its own. */
import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { answerParent } from './answer-parent.mjs';

const BATCH = 1000;
const THINGS = 5000;
const dist = (path) => import(new URL(`../../dist/src/${path}.js`, import.meta.url));

const { AppModule } = await dist('app.module');
const { readConfig } = await dist('config');
const { AuditTrail } = await dist('application/ports/audit-trail');
const { Sealer } = await dist('application/audit/sealer');
const { Sql } = await dist('infrastructure/typeorm/sql');
const app = await NestFactory.createApplicationContext(AppModule.with(readConfig()), { logger: false, abortOnError: false });
const [audit, sealer, sql] = [app.get(AuditTrail), app.get(Sealer), app.get(Sql)];

const things = Array.from({ length: THINGS }, () => randomUUID());
const author = { userId: '00000000-0000-0000-0000-000000000000', origin: { address: 'bench', requestId: 'bench' } };
const event = (_, index) => ({
  author,
  at: new Date(),
  action: 'document.update',
  subject: { documentId: things[index % THINGS], code: index, levelId: randomUUID(), version: 1, fields: [randomUUID()], lists: [] },
});

/** Recorded and sealed at the same time, as in the service. */
async function fill({ clientId, events }) {
  for (let done = 0; done < events; done += BATCH) {
    const sealed = sealer.settle();
    await audit.recordAll(clientId, Array.from({ length: Math.min(BATCH, events - done) }, event));
    await sealed;
  }
  await sealer.settle();
  return state();
}

async function state() {
  const [rows, [counts]] = [
    await sql.rows('SELECT w.id, w.client_id, w.reached, w.state, l.size FROM webhook w JOIN event_log l ON l.client_id = w.client_id'),
    await sql.rows('SELECT (SELECT COUNT(*) FROM webhook_parked) AS parked, (SELECT COUNT(*) FROM webhook_attempt) AS attempts'),
  ];
  const webhooks = rows.map(({ id, reached, state: now, size }) => ({ id, state: now, behind: Number(size) - Number(reached) }));
  return { webhooks, parked: Number(counts.parked), attempts: Number(counts.attempts) };
}

/** As if an operator had put it to rest: whoever sends for it loses its lease. */
const rest = ({ webhook }) =>
  sql.write("UPDATE webhook SET state = 'disabled', lease_until = 0, fence = fence + 1 WHERE id = ?", [webhook]).then(() => null);

answerParent({ fill, state, rest });
