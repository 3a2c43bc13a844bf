import type { MeteredPlace, Span } from '#application/ports/metering';
import { Amount } from '#domain/bills/amount';
import type { ServiceKind } from '#domain/bills/contract';
import { idBytes } from '../id-bytes';
import type { Parameter, Sql } from '../sql';

/** Measures one kind of service. Written statements: sums and counts over millions of rows, within indexes. */
abstract class Meter {
  constructor(protected readonly sql: Sql) {}

  abstract measure(place: MeteredPlace, span: Span): Promise<Amount>;

  protected async total(statement: string, parameters: readonly Parameter[]): Promise<bigint> {
    const row = await this.sql.first<{ total: number | string | null }>(statement, parameters);
    return BigInt(row?.total ?? 0);
  }
}

/** For MySQL only: it would choose a shorter index and read every document, five times as slow. */
const WITHIN_INDEX = '/*+ INDEX(d ix_document_client_id_created_at_code_deleted_at_node_code_u) */';

/** Held at the end of the span: filed before it, and not deleted by then. */
class StoredDocuments extends Meter {
  async measure({ clientId, unitId }: MeteredPlace, { until }: Span): Promise<Amount> {
    const end = until.getTime();
    const count = await this.total(
      `SELECT ${WITHIN_INDEX} COUNT(*) AS total FROM document d
       WHERE d.client_id = ? AND d.unit_id = ? AND d.created_at < ? AND (d.deleted_at IS NULL OR d.deleted_at >= ?)`,
      [idBytes(clientId), idBytes(unitId), end, end],
    );
    return Amount.whole(count);
  }
}

/**
 * 1 GB is 10^9 bytes, rounded to ten-thousandths. Former versions of signed files count. Flows have no unit: files of all flows of the
 * client count.
 */
class StoredGigabytes extends Meter {
  async measure(place: MeteredPlace, { until }: Span): Promise<Amount> {
    const end = until.getTime();
    const parts = [await this.ofDocuments(place, end), await this.ofFormerVersions(place, end), await this.ofFlows(place, end)];
    const bytes = parts.reduce((sum, part) => sum + part);
    return Amount.ofUnits((bytes + BYTES_PER_UNIT - 1n) / BYTES_PER_UNIT);
  }

  private ofDocuments({ clientId, unitId }: MeteredPlace, end: number): Promise<bigint> {
    return this.total(
      `SELECT ${WITHIN_INDEX} SUM(f.size) AS total FROM document d JOIN document_file f ON f.document_code = d.code
       WHERE d.client_id = ? AND d.unit_id = ? AND d.created_at < ? AND f.created_at < ? AND (f.deleted_at IS NULL OR f.deleted_at >= ?)`,
      [idBytes(clientId), idBytes(unitId), end, end, end],
    );
  }

  private ofFormerVersions({ clientId, unitId }: MeteredPlace, end: number): Promise<bigint> {
    return this.total(
      `SELECT SUM(v.size) AS total FROM file_version v CROSS JOIN document_file f ON f.id = v.file_id CROSS JOIN document d ON d.code = f.document_code
       WHERE v.client_id = ? AND v.replaced_at < ? AND d.client_id = ? AND d.unit_id = ? AND (f.deleted_at IS NULL OR f.deleted_at >= ?)`,
      [clientId, end, idBytes(clientId), idBytes(unitId), end],
    );
  }

  private async ofFlows({ clientId }: MeteredPlace, end: number): Promise<bigint> {
    const files = await this.total(
      `SELECT SUM(w.size) AS total FROM workflow_file w
       WHERE w.client_id = ? AND w.created_at < ? AND (w.deleted_at IS NULL OR w.deleted_at >= ?)`,
      [clientId, end, end],
    );
    const former = await this.total(
      `SELECT SUM(v.size) AS total FROM file_version v CROSS JOIN workflow_file w ON w.id = v.file_id
       WHERE v.client_id = ? AND v.replaced_at < ? AND w.client_id = ? AND (w.deleted_at IS NULL OR w.deleted_at >= ?)`,
      [clientId, end, clientId, end],
    );
    return files + former;
  }
}

const BYTES_PER_UNIT = 100_000n;

/** Held by the unit on any day of the span; a box counts together with its sub-boxes. */
class BoxesInCustody extends Meter {
  async measure({ clientId, unitId }: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const count = await this.total(
      `SELECT COUNT(DISTINCT b.box_id) AS total FROM box_custody b
       WHERE b.client_id = ? AND b.unit_id = ? AND b.started_at < ? AND (b.ended_at IS NULL OR b.ended_at >= ?)`,
      [clientId, unitId, until.getTime(), from.getTime()],
    );
    return Amount.whole(count);
  }
}

/** Users who logged in or changed something, without operators. Sessions have no unit: those of the whole client count. */
class ActiveUsers extends Meter {
  async measure({ clientId }: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const count = await this.total(
      `SELECT COUNT(DISTINCT e.user_id) AS total FROM event_log l CROSS JOIN event e ON e.log_code = l.code CROSS JOIN user_account u ON u.id = e.user_id
       WHERE l.client_id = ? AND e.at >= ? AND e.at < ? AND e.action NOT IN ('session.refuse', 'call.refuse', 'file.read')`,
      [clientId, from.getTime(), until.getTime()],
    );
    return Amount.whole(count);
  }
}

/** Files signed within the span, each counted once; files of all flows of the client count. */
class SignedFiles extends Meter {
  async measure({ clientId, unitId }: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const span = [from.getTime(), until.getTime()];
    const ofDocuments = await this.total(
      `SELECT COUNT(DISTINCT s.file_id) AS total FROM file_signature s CROSS JOIN document_file f ON f.id = s.file_id
       CROSS JOIN document d ON d.code = f.document_code
       WHERE s.client_id = ? AND s.signed_at >= ? AND s.signed_at < ? AND d.client_id = ? AND d.unit_id = ?`,
      [clientId, ...span, idBytes(clientId), idBytes(unitId)],
    );
    const ofFlows = await this.total(
      `SELECT COUNT(DISTINCT s.file_id) AS total FROM file_signature s CROSS JOIN workflow_file w ON w.id = s.file_id
       WHERE s.client_id = ? AND s.signed_at >= ? AND s.signed_at < ? AND w.client_id = ?`,
      [clientId, ...span, clientId],
    );
    return Amount.whole(ofDocuments + ofFlows);
  }
}

/** Flows that ran at any moment of the span. Flows have no unit: those of the whole client count. */
class ActiveWorkflows extends Meter {
  async measure({ clientId }: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const count = await this.total(
      `SELECT COUNT(*) AS total FROM workflow w
       WHERE w.client_id = ? AND (w.ended_at IS NULL OR w.ended_at >= ?) AND w.started_at < ?`,
      [clientId, from.getTime(), until.getTime()],
    );
    return Amount.whole(count);
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
