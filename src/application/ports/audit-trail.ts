import type { Author } from '#domain/access/actor';
import type { AuditAction, AuditSubject, EventFile } from '#domain/audit/audit-event';

/** An event that has not been recorded yet. */
export interface NewEvent {
  author: Author;
  at: Date;
  action: AuditAction;
  subject: AuditSubject;
  files?: readonly EventFile[];
}

/** `files`: those that the change has added. */
export type NewChange = Omit<NewEvent, 'at'>;

/** One event per acknowledged change (reliability I8). It gets its place in the client's log when it is sealed, soon after the COMMIT. */
export abstract class AuditTrail {
  /** In the transaction of the change, as its last step. `files`: those that the change has added. */
  record(author: Author, clientId: string, action: AuditAction, subject: AuditSubject, files?: readonly EventFile[]): Promise<void> {
    return this.recordChanges(clientId, [{ author, action, subject, ...(files && { files }) }]);
  }

  /** The same for several changes of one transaction, in this order. */
  abstract recordChanges(clientId: string, changes: readonly NewChange[]): Promise<void>;
  /** Records past events in this order, in a transaction of its own; exactly once even when the answer to its COMMIT is lost. */
  abstract recordAll(clientId: string, events: readonly NewEvent[]): Promise<void>;
}
