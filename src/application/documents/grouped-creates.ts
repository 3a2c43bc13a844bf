import { AsyncResource } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { DependencyDown } from '#application/support/errors';
import { UploadSession } from '#application/files/upload-session';
import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import { DocumentRepository } from '#application/ports/documents';
import { StructureHold } from '#application/ports/structure';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { AutomaticFlows } from '#application/workflows/automatic-flows';
import { DocumentFiling, type FiledDocument, type Filing } from './document-filing';

/** A checked document, ready to be written. */
export interface Create extends Filing {
  upload: UploadSession;
  keep: IdempotencyReceipt<FiledDocument>['keep'];
}

interface Waiting {
  create: Create;
  resolve: (filed: FiledDocument) => void;
  reject: (error: unknown) => void;
  /** Where traces of the caller belong. */
  context: AsyncResource;
}

/** Groups of one client that are written at the same time: more than one hides the latency of a database that is far away, and each is smaller. */
const GROUPS_AT_ONCE = 3;
const LARGEST_GROUP = 64;
/** In texts of values: a statement must not become longer than a server takes. */
const LARGEST_GROUP_LENGTH = 1_000_000;

interface Queue {
  readonly waiting: Waiting[];
  /** Sizes of the groups that are being written. */
  readonly writing: number[];
}

/**
 * Writes documents of one client that arrive at the same time in one transaction, which costs little more than that of a single one.
 * Those that arrive while a group is being written form the next one, which begins when that one has ended or when as many wait as are
 * being written; there is no timer. If a group fails, each of its documents is
 * written alone, so that every caller gets the answer to their own request.
 */
@Injectable()
export class GroupedCreates {
  /** By client and the version of its structure that the callers were checked against. */
  private readonly queues = new Map<string, Queue>();

  constructor(
    private readonly filing: DocumentFiling,
    private readonly automatic: AutomaticFlows,
    private readonly documents: DocumentRepository,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(create: Create): Promise<FiledDocument> {
    // Flows take many statements, for which others should not wait. What others create is not rolled back with a dry run.
    if (this.startsFlows(create) || this.unitOfWork.isRehearsal) return (await this.write([create]))[0] as FiledDocument;
    return new Promise((resolve, reject) => {
      const key = keyOf(create);
      const queue = this.queues.get(key) ?? { waiting: [], writing: [] };
      this.queues.set(key, queue);
      queue.waiting.push({ create, resolve, reject, context: new AsyncResource('create') });
      const isTime = queue.waiting.length >= Math.min(...queue.writing);
      if (queue.writing.length === 0 || (queue.writing.length < GROUPS_AT_ONCE && isTime)) void this.work(key, queue);
    });
  }

  private async work(key: string, { waiting, writing }: Queue): Promise<void> {
    // The size is unknown as yet.
    let size = Infinity;
    writing.push(size);
    const becomes = (other: number) => writing.splice(writing.indexOf(size), 1, (size = other));
    // One turn of the event loop: calls that have arrived together are written together.
    for (await turn(); waiting.length > 0; await turn()) {
      const group = waiting.splice(0, sizeOfGroup(waiting));
      becomes(group.length);
      await group[0]?.context.runInAsyncScope(() => this.settle(group));
      becomes(Infinity);
    }
    writing.splice(writing.indexOf(size), 1);
    if (writing.length === 0) this.queues.delete(key);
  }

  /** Never rejects. */
  private async settle(group: readonly Waiting[]): Promise<void> {
    const progress = { isWriting: false };
    try {
      const filed = await this.write(group.map(({ create }) => create), progress); // prettier-ignore
      group.forEach(({ resolve }, index) => resolve(filed[index] as FiledDocument));
    } catch (error) {
      // An unknown outcome, or a database out of reach, is the same for all of them.
      if (group.length === 1 || !progress.isWriting || error instanceof DependencyDown) for (const { reject } of group) reject(error);
      else await Promise.all(group.map((waiting) => waiting.context.runInAsyncScope(() => this.settle([waiting]))));
    }
  }

  /** The bytes are stored already; rows are written and keys leave the journal in one transaction. */
  private async write(creates: readonly Create[], progress = { isWriting: false }): Promise<FiledDocument[]> {
    const [{ scope, id }] = creates as [Create];
    const claims = creates.map(({ upload, files }) => ({ upload, keys: files.map(({ key }) => key) }));
    const filed = await this.unitOfWork.run(
      async () => {
        progress.isWriting = true;
        await this.structure.hold(scope);
        await UploadSession.claimTogether(claims);
        const rows = await this.rows(creates);
        progress.isWriting = false;
        return rows;
      },
      async () => (await this.documents.find(scope, id)) !== null,
    );
    for (const { upload, keys } of claims) upload.committed(keys);
    return filed;
  }

  private async rows(creates: readonly Create[]): Promise<FiledDocument[]> {
    const filed = await this.filing.file(creates);
    const started = [];
    for (const [index, { scope, plan, at, keep }] of creates.entries()) {
      const document = filed[index] as FiledDocument;
      started.push({ scope, flows: await this.automatic.start(scope, plan, document, at) });
      await keep(document);
    }
    await this.filing.record(creates, filed);
    for (const { scope, flows } of started) await this.automatic.record(scope, flows);
    return filed;
  }

  private startsFlows({ scope, plan }: Create): boolean {
    return scope.client.structure.startedAt(plan.level.node.id).length > 0;
  }
}

const keyOf = ({ scope: { clientId, reaches } }: Create) =>
  [clientId, ...reaches.map(({ structure }) => `${structure.clientId} ${structure.version}`)].join();

function sizeOfGroup(queue: readonly Waiting[]): number {
  let length = 0;
  const full = queue.findIndex(({ create }) => {
    for (const { text } of create.plan.values) length += text.length;
    return length > LARGEST_GROUP_LENGTH;
  });
  return Math.min(LARGEST_GROUP, full === -1 ? queue.length : Math.max(1, full));
}
