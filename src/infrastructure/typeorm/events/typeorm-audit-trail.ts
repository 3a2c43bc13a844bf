import { AuditTrail, type NewChange, type NewEvent } from '#application/ports/audit-trail';
import type { Clock } from '#application/ports/unit-of-work';
import { logBytes } from '../log-bytes';
import type { Parameter, Sql } from '../sql';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import type { EventSeals } from './event-seals';
import type { EventWitness } from './event-witness';
import { PENDING_COLUMNS, pendingValues, type PendingEvent } from './pending-event';
import type { WriterGuard } from './writer-guard';

/** Writes events to `event_outbox`, which takes no lock that another writer waits for. Raw SQL: on the path of every change. */
export class TypeOrmAuditTrail extends AuditTrail {
  /** @param guard only where several nodes of a cluster write */
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
    private readonly seals: EventSeals,
    private readonly witness: EventWitness,
    private readonly guard: WriterGuard | null,
  ) {
    super();
  }

  recordChanges(clientId: string, changes: readonly NewChange[]): Promise<void> {
    const at = this.clock.now();
    this.unitOfWork.note(changes);
    return this.write(clientId, changes.map((change) => ({ ...change, at })), this.guard); // prettier-ignore
  }

  recordAll(clientId: string, events: readonly NewEvent[]): Promise<void> {
    // They change nothing that another writer could have judged.
    return this.write(clientId, events, null);
  }

  private async write(clientId: string, events: readonly NewEvent[], guard: WriterGuard | null): Promise<void> {
    let last: PendingEvent | undefined;
    const work = async () => {
      const rows = events.map((event) => this.pending(clientId, event));
      await guard?.hold(clientId);
      await this.sql.insert(
        'event_outbox',
        PENDING_COLUMNS,
        rows.map((row) => pendingValues(row)),
      );
      last = rows.at(-1);
      const writer = last?.writer ?? '';
      this.unitOfWork.afterCommit((isKnown) => this.witness.ended(isKnown, writer, rows.length));
    };
    await this.sql.together(work, async () => last !== undefined && (await this.isStored(last)));
  }

  private pending(clientId: string, { author, at, action, subject, files }: NewEvent): PendingEvent {
    const { userId, origin } = author;
    const event = {
      clientId,
      at: at.getTime(),
      userId,
      address: origin.address,
      requestId: origin.requestId,
      action,
      subject: JSON.stringify(subject),
      files: files && files.length > 0 ? JSON.stringify(files) : null,
      salts: this.seals.newSalts(),
      writer: this.witness.writer,
    };
    return { ...event, mac: this.seals.authenticate(event) };
  }

  /** Asked in the order in which an event moves. */
  private async isStored({ clientId, at, salts }: PendingEvent): Promise<boolean> {
    const values: Parameter[] = [logBytes(clientId), at, salts];
    const pending = await this.sql.first('SELECT 1 FROM event_outbox WHERE client_id = ? AND at = ? AND salts = ?', values);
    const sealed = 'SELECT 1 FROM event WHERE client_id = ? AND at = ? AND salts = ?';
    return pending !== null || (await this.sql.first(sealed, values)) !== null;
  }
}
