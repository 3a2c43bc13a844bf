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
  sql: `SELECT SUM(${what}) FROM purged_use WHERE client_id = ? AND (unit_id = ? OR unit_id IS NULL) AND at >= ? AND at < ?`,
  parameters: [idBytes(clientId), unitId, from, until],
});

/** For MySQL only: it would choose a shorter index and read every document, five times as slow. */
const WITHIN_INDEX = `/*+ INDEX(document ${indexName('document', ['clientId', 'createdAt', 'code', 'deletedAt', 'nodeCode', 'unitId'])}) */`;

/** Held at the end of the span: filed before it, and not deleted by then. */
class StoredDocuments extends Meter {
  async measure(place: MeteredPlace, { until }: Span): Promise<Amount> {
    const [{ clientId, unitId }, end] = [place, until.getTime()];
    const documents = {
      sql: `SELECT ${WITHIN_INDEX} COUNT(*) FROM document
       WHERE client_id = ? AND unit_id = ? AND created_at < ? AND (deleted_at IS NULL OR deleted_at >= ?)`,
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
      sql: `SELECT ${WITHIN_INDEX} SUM(file.size) FROM document
       JOIN document_file file ON file.client_id = document.client_id AND file.document_code = document.code
       WHERE document.client_id = ? AND document.unit_id = ? AND document.created_at < ? AND file.created_at < ?
       AND (file.deleted_at IS NULL OR file.deleted_at >= ?)`,
      parameters: [idBytes(clientId), idBytes(unitId), end, end, end],
    };
  }

  private ofFormerVersions({ clientId, unitId }: MeteredPlace, end: number): Condition {
    return {
      sql: `SELECT SUM(version.size) FROM file_version version
       CROSS JOIN document_file file ON file.client_id = version.client_id AND file.id = version.file_id
       CROSS JOIN document ON document.client_id = version.client_id AND document.code = file.document_code
       WHERE version.client_id = ? AND version.replaced_at < ? AND document.unit_id = ?
       AND (file.deleted_at IS NULL OR file.deleted_at >= ?)`,
      parameters: [idBytes(clientId), end, idBytes(unitId), end],
    };
  }

  private ofFlows({ clientId }: MeteredPlace, end: number): Condition[] {
    const files = `SELECT SUM(size) FROM workflow_file
       WHERE client_id = ? AND created_at < ? AND (deleted_at IS NULL OR deleted_at >= ?)`;
    const former = `SELECT SUM(version.size) FROM file_version version
       CROSS JOIN workflow_file ON workflow_file.client_id = version.client_id AND workflow_file.id = version.file_id
       WHERE version.client_id = ? AND version.replaced_at < ? AND (workflow_file.deleted_at IS NULL OR workflow_file.deleted_at >= ?)`;
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
      sql: `SELECT COUNT(DISTINCT box_id) FROM box_custody
       WHERE client_id = ? AND unit_id = ? AND started_at < ? AND (ended_at IS NULL OR ended_at >= ?)`,
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
      sql: 'SELECT SUM(users) FROM erased_user_count WHERE client_id = ? AND from_at = ? AND until_at = ?',
      parameters: [idBytes(clientId), ...span],
    };
    const told = {
      sql: `SELECT COUNT(DISTINCT event.user_id) FROM event CROSS JOIN user_account ON user_account.id = event.user_id
       WHERE event.client_id = ? AND event.at >= ? AND event.at < ?
       AND event.action NOT IN (${UNCOUNTED_ACTIONS.map((action) => `'${action}'`).join(', ')})`,
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
      sql: `SELECT COUNT(DISTINCT signature.file_id) FROM file_signature signature
       CROSS JOIN document_file file ON file.client_id = signature.client_id AND file.id = signature.file_id
       CROSS JOIN document ON document.client_id = signature.client_id AND document.code = file.document_code
       WHERE signature.client_id = ? AND signature.signed_at >= ? AND signature.signed_at < ? AND document.unit_id = ?`,
      parameters: [idBytes(clientId), ...span, idBytes(unitId)],
    };
    const ofFlows = {
      sql: `SELECT COUNT(DISTINCT signature.file_id) FROM file_signature signature
       CROSS JOIN workflow_file ON workflow_file.client_id = signature.client_id AND workflow_file.id = signature.file_id
       WHERE signature.client_id = ? AND signature.signed_at >= ? AND signature.signed_at < ?`,
      parameters: [idBytes(clientId), ...span],
    };
    return Amount.whole(await this.total(ofDocuments, ofFlows, purged('signed_files', place, until.getTime(), from.getTime())));
  }
}

/** Flows that ran at any moment of the span. Flows have no unit: those of the whole client count. */
class ActiveWorkflows extends Meter {
  async measure(place: MeteredPlace, { from, until }: Span): Promise<Amount> {
    const flows = {
      sql: `SELECT COUNT(*) FROM workflow WHERE client_id = ? AND (ended_at IS NULL OR ended_at >= ?) AND started_at < ?`,
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
