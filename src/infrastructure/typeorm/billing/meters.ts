import type { MeteredPlace, Span } from '#application/ports/billing';
import { Amount } from '#domain/bills/amount';
import type { ServiceKind } from '#domain/bills/contract';
import { idBytes } from '../id-bytes';
import { logBytes } from '../log-bytes';
import type { Condition } from '../scope-condition';
import type { Sql } from '../sql';
import { indexName } from '../entities/table';

/** Measures one kind of service. Raw SQL: sums and counts over millions of rows, within indexes. */
abstract class Meter {
  constructor(protected readonly sql: Sql) {}

  abstract measure(place: MeteredPlace, span: Span): Promise<Amount>;

  /** One statement: what is purged meanwhile is counted here or there. */
  protected async total(...parts: readonly Condition[]): Promise<bigint> {
    const row = await this.sql.first<{ total: number | string }>(
      `SELECT ${parts.map(({ sql }) => `COALESCE((${sql}), 0)`).join(' + ')} AS total`,
      parts.flatMap(({ parameters }) => parameters),
    );
    return BigInt(row?.total ?? 0);
  }
}

type PurgedKind = 'documents' | 'bytes' | 'signed_files' | 'flows_started' | '-flows_ended';

/** Of what was purged since (`PurgedUse`); flows have no unit. */
const purged = (what: PurgedKind, { clientId, unitId }: MeteredPlace, until: number, from = 0): Condition => ({
  sql: `SELECT SUM(${what.replace(/\w+/, 'p.$&')}) FROM purged_use p
        WHERE p.client_id = ? AND (p.unit_id = ? OR p.unit_id IS NULL) AND p.at >= ? AND p.at < ?`,
  parameters: [idBytes(clientId), unitId, from, until],
});

/** For MySQL only: it would choose a shorter index and read every document, five times as slow. */
const WITHIN_INDEX = `/*+ INDEX(d ${indexName('document', ['clientId', 'createdAt', 'code', 'deletedAt', 'nodeCode', 'unitId'])}) */`;

/** Held at the end of the span: filed before it, and not deleted by then. */
class StoredDocuments extends Meter {
  async measure(place: MeteredPlace, { until }: Span): Promise<Amount> {
    const [{ clientId, unitId }, end] = [place, until.getTime()];
    const documents = {
      sql: `SELECT ${WITHIN_INDEX} COUNT(*) FROM document d
       WHERE d.client_id = ? AND d.unit_id = ? AND d.created_at < ? AND (d.deleted_at IS NULL OR d.deleted_at >= ?)`,
      parameters: [idBytes(clientId), idBytes(unitId), end, end],
    };
    return Amount.whole(await this.total(documents, purged('documents', place, end)));
  }
}

/**
 * 1 GB is 10^9 bytes, rounded to ten-thousandths. Former versions of signed files count. Flows have no unit: files of all flows of the
 * client count.
 */
class StoredGigabytes extends Meter {
  async measure(place: MeteredPlace, { until }: Span): Promise<Amount> {
    const end = until.getTime();
    const parts = [this.ofDocuments(place, end), this.ofFormerVersions(place, end), ...this.ofFlows(place, end)];
    const bytes = await this.total(...parts, purged('bytes', place, end));
    return Amount.ofUnits((bytes + BYTES_PER_UNIT - 1n) / BYTES_PER_UNIT);
  }

  private ofDocuments({ clientId, unitId }: MeteredPlace, end: number): Condition {
    return {
      sql: `SELECT ${WITHIN_INDEX} SUM(f.size) FROM document d JOIN document_file f ON f.client_id = d.client_id AND f.document_code = d.code
       WHERE d.client_id = ? AND d.unit_id = ? AND d.created_at < ? AND f.created_at < ? AND (f.deleted_at IS NULL OR f.deleted_at >= ?)`,
      parameters: [idBytes(clientId), idBytes(unitId), end, end, end],
    };
  }

  private ofFormerVersions({ clientId, unitId }: MeteredPlace, end: number): Condition {
    return {
      sql: `SELECT SUM(v.size) FROM file_version v CROSS JOIN document_file f ON f.client_id = v.client_id AND f.id = v.file_id
       CROSS JOIN document d ON d.client_id = v.client_id AND d.code = f.document_code
       WHERE v.client_id = ? AND v.replaced_at < ? AND d.unit_id = ? AND (f.deleted_at IS NULL OR f.deleted_at >= ?)`,
      parameters: [idBytes(clientId), end, idBytes(unitId), end],
    };
  }

  private ofFlows({ clientId }: MeteredPlace, end: number): Condition[] {
    const files = `SELECT SUM(w.size) FROM workflow_file w
       WHERE w.client_id = ? AND w.created_at < ? AND (w.deleted_at IS NULL OR w.deleted_at >= ?)`;
    const former = `SELECT SUM(v.size) FROM file_version v CROSS JOIN workflow_file w ON w.client_id = v.client_id AND w.id = v.file_id
       WHERE v.client_id = ? AND v.replaced_at < ? AND (w.deleted_at IS NULL OR w.deleted_at >= ?)`;
    return [
      { sql: files, parameters: [idBytes(clientId), end, end] },
      { sql: former, parameters: [idBytes(clientId), end, end] },
    ];
  }
}

const BYTES_PER_UNIT = 100_000n;

/** Held by the unit on any day of the span; a box counts together with its sub-boxes. */
class BoxesInCustody extends Meter {
  async measure({ clientId, unitId }: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const count = await this.total({
      sql: `SELECT COUNT(DISTINCT b.box_id) FROM box_custody b
       WHERE b.client_id = ? AND b.unit_id = ? AND b.started_at < ? AND (b.ended_at IS NULL OR b.ended_at >= ?)`,
      parameters: [idBytes(clientId), unitId, until.getTime(), from.getTime()],
    });
    return Amount.whole(count);
  }
}

/** Who did nothing else was not active. */
export const UNCOUNTED_ACTIONS: readonly string[] = ['session.refuse', 'call.refuse', 'file.read'];

/** Users who logged in or changed something, without operators. Sessions have no unit: those of the whole client count. */
class ActiveUsers extends Meter {
  async measure({ clientId }: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const span = [from.getTime(), until.getTime()];
    const erased = {
      sql: 'SELECT SUM(u.users) FROM erased_user_count u WHERE u.client_id = ? AND u.from_at = ? AND u.until_at = ?',
      parameters: [idBytes(clientId), ...span],
    };
    const told = {
      sql: `SELECT COUNT(DISTINCT e.user_id) FROM event e CROSS JOIN user_account u ON u.id = e.user_id
       WHERE e.client_id = ? AND e.at >= ? AND e.at < ? AND e.action NOT IN (${UNCOUNTED_ACTIONS.map((action) => `'${action}'`).join(', ')})`,
      parameters: [logBytes(clientId), ...span],
    };
    return Amount.whole(await this.total(told, erased));
  }
}

/** Files signed within the span, each counted once; files of all flows of the client count. */
class SignedFiles extends Meter {
  async measure(place: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const { clientId, unitId } = place;
    const span = [from.getTime(), until.getTime()];
    const ofDocuments = {
      sql: `SELECT COUNT(DISTINCT s.file_id) FROM file_signature s CROSS JOIN document_file f ON f.client_id = s.client_id AND f.id = s.file_id
       CROSS JOIN document d ON d.client_id = s.client_id AND d.code = f.document_code
       WHERE s.client_id = ? AND s.signed_at >= ? AND s.signed_at < ? AND d.unit_id = ?`,
      parameters: [idBytes(clientId), ...span, idBytes(unitId)],
    };
    const ofFlows = {
      sql: `SELECT COUNT(DISTINCT s.file_id) FROM file_signature s CROSS JOIN workflow_file w ON w.client_id = s.client_id AND w.id = s.file_id
       WHERE s.client_id = ? AND s.signed_at >= ? AND s.signed_at < ?`,
      parameters: [idBytes(clientId), ...span],
    };
    return Amount.whole(await this.total(ofDocuments, ofFlows, purged('signed_files', place, until.getTime(), from.getTime())));
  }
}

/** Flows that ran at any moment of the span. Flows have no unit: those of the whole client count. */
class ActiveWorkflows extends Meter {
  async measure(place: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const flows = {
      sql: `SELECT COUNT(*) FROM workflow w WHERE w.client_id = ? AND (w.ended_at IS NULL OR w.ended_at >= ?) AND w.started_at < ?`,
      parameters: [idBytes(place.clientId), from.getTime(), until.getTime()],
    };
    const [started, ended] = [purged('flows_started', place, until.getTime()), purged('-flows_ended', place, from.getTime())];
    return Amount.whole(await this.total(flows, started, ended));
  }
}

class FixedFee extends Meter {
  async measure(): Promise<Amount> {
    return Amount.whole(1);
  }
}

/** One meter per kind; a missing one fails to compile. */
export const METERS: Readonly<Record<ServiceKind, new (sql: Sql) => Meter>> = {
  'stored-documents': StoredDocuments,
  'boxes-in-custody': BoxesInCustody,
  'stored-gigabytes': StoredGigabytes,
  signatures: SignedFiles,
  'active-workflows': ActiveWorkflows,
  'active-users': ActiveUsers,
  'fixed-fee': FixedFee,
};
