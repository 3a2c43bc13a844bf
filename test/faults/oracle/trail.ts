import type { AuditTrail } from '#application/ports/audit-trail';
import type { Sql } from '#infrastructure/typeorm/sql';
import type { Expected } from './expected';
import type { Findings } from './findings';

/** The audit trail holds together, and has an event of everything that was acknowledged. */
export async function checkTrail(
  audit: AuditTrail,
  sql: Sql,
  expected: Expected,
  idOf: (external: string) => string | null,
  findings: Findings,
): Promise<void> {
  const { broken } = await audit.verify();
  for (const { clientId, sequence, reason } of broken) findings.add('audit chain broken', { client: clientId, sequence }, reason);
  const rows = await sql.rows<{ action: string; subject: string }>('SELECT e.action, e.subject FROM audit_event e');
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
