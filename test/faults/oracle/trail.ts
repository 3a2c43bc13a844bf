import type { VerifyTrail } from '#application/audit/verify-trail.use-case';
import type { Sql } from '#infrastructure/typeorm/sql';
import type { Expected } from './expected';
import type { Findings } from './findings';

/** The audit trail holds together, and has an event of everything that was acknowledged. */
export async function checkTrail(
  trail: Pick<VerifyTrail, 'execute'>,
  sql: Sql,
  expected: Expected,
  idOf: (external: string) => string | null,
  findings: Findings,
): Promise<void> {
  const { broken, refused } = await trail.execute();
  for (const { clientId, position, reason } of broken) findings.add('audit trail broken', { client: clientId, position }, reason);
  if (refused > 0) findings.add('audit trail broken', {}, `${refused} events refused`);
  const rows = await sql.rows<{ action: string; subject: string }>('SELECT e.action, e.subject FROM event e');
  const counts = new Map<string, number>();
  for (const { action, subject } of rows) {
    const of = `${action} ${(JSON.parse(subject) as { documentId?: string }).documentId}`;
    counts.set(of, (counts.get(of) ?? 0) + 1);
  }
  for (const [external, { call, events }] of expected.documents) {
    const id = idOf(external);
    if (id === null) continue;
    for (const [action, { least, most }] of events) {
      const count = counts.get(`${action} ${id}`) ?? 0;
      if (count < least) findings.add('audit event missing', { call, document: id }, `${action}: ${count}, at least ${least}`);
      if (count > most) findings.add('audit event too many', { call, document: id }, `${action}: ${count}, at most ${most}`);
    }
  }
}
