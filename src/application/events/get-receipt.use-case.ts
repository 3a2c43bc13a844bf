import { Injectable } from '@nestjs/common';
import { Sealer } from '#application/audit/sealer';
import { ReadableFiles } from '#application/files/readable-files';
import { type AnchoredHead, type EventProof, type FileEvent, SealedEvents, TrailAnchors } from '#application/ports/sealed-events';
import type { Scope } from '#domain/access/scope';
import { thingOf } from '#domain/audit/event-leaf';
import { DomainError } from '#domain/errors';

export interface Receipt {
  event: FileEvent;
  proof: EventProof;
  /** The one whose head the proof is against; null: no anchor has the event yet, and the head is that of the moment. */
  anchor: AnchoredHead | null;
}

/** `GET /api/Arquivo/Recibo`: proves to anybody that the archive took these bytes. It names nobody: the author is a commitment. */
@Injectable()
export class GetReceipt {
  constructor(
    private readonly files: ReadableFiles,
    private readonly events: SealedEvents,
    private readonly anchors: TrailAnchors,
    private readonly sealer: Sealer,
  ) {}

  async execute(scope: Scope, fileId: string): Promise<Receipt> {
    const file = await this.files.find(scope, fileId);
    if (!file) throw new DomainError('FILE_UNKNOWN', [{ path: ['fileId'], code: 'UNKNOWN_ID' }]);
    const thing = thingOf('documentId' in file ? { documentId: file.documentId } : { workflowId: file.workflowId }) as string;
    let event = await this.events.ofFile(scope, thing, file);
    if (!event) {
      await this.sealer.settle();
      event = await this.events.ofFile(scope, thing, file);
    }
    if (!event) throw new DomainError(this.sealer.halted.has(scope.clientId) ? 'BUSY' : 'RECEIPT_NOT_FOUND');
    const anchor = await this.anchors.covering(scope.clientId, event);
    const proof = await this.events.prove(scope, event.position, anchor);
    if (!proof) throw new DomainError('BUSY');
    return { event, proof, anchor };
  }
}
