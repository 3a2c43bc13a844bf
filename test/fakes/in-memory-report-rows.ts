import {
  ReportRows,
  type BoxesAsked,
  type DocumentsAsked,
  type ReportedBox,
  type ReportedDocument,
  type ReportedShare,
  type ReportedUser,
} from '#application/ports/report-rows';
import type { Scope } from '#domain/access/scope';
import { fold } from '#domain/text';
import type { DocumentEntry, InMemoryDatabase } from './in-memory-database';
import { liveFiles } from './in-memory-documents';

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What follows the last one, in this order. */
function next<T>(all: readonly T[], order: (a: T, b: T) => number, after: T | null, limit: number): T[] {
  const ordered = [...all].sort(order);
  return ordered.filter((each) => after === null || order(each, after) > 0).slice(0, limit);
}

function insist(scopes: readonly Scope[], clientId: string): void {
  const isWithin = scopes.every(({ reaches }) => reaches.some(({ structure }) => structure.clientId === clientId));
  if (!isWithin) throw new Error('a client outside the scope');
}

export class InMemoryReportRows extends ReportRows {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async documents(
    scopes: readonly Scope[],
    asked: DocumentsAsked,
    after: ReportedDocument | null,
    limit: number,
  ): Promise<ReportedDocument[]> {
    const found = this.within(scopes, asked.clientId).filter((document) => meets(document, asked));
    const compare = {
      code: () => 0,
      created: (a: ReportedDocument, b: ReportedDocument) => a.createdAt - b.createdAt,
      due: (a: ReportedDocument, b: ReportedDocument) => byBytes(a.dueDay ?? '', b.dueDay ?? ''),
    }[asked.order];
    const reported = found.map((document) => this.reported(document));
    return next(reported, (a, b) => compare(a, b) || a.code - b.code, after, limit);
  }

  async boxTypes(scopes: readonly Scope[], { clientId, unitId }: Omit<BoxesAsked, 'typeName'>): Promise<{ id: string; name: string }[]> {
    const found = [...this.database.tables.boxes.values()].filter(
      (box) =>
        box.clientId === clientId &&
        (unitId === null || box.unitId === unitId) &&
        (box.unitId === null || scopes.every((scope) => reachesUnit(scope, clientId, box.unitId as string))),
    );
    const types = new Map(found.map(({ typeId: id, typeName: name }) => [id, { id, name }]));
    return [...types.values()].sort((a, b) => byBytes(a.name, b.name));
  }

  async boxes(scopes: readonly Scope[], asked: BoxesAsked, after: ReportedBox | null, limit: number): Promise<ReportedBox[]> {
    const documents = this.within(scopes, asked.clientId).filter(({ unitId }) => asked.unitId === null || unitId === asked.unitId);
    const { boxes } = this.database.tables;
    const found = [...boxes.values()].filter(
      (box) =>
        box.clientId === asked.clientId &&
        (asked.unitId === null || box.unitId === asked.unitId) &&
        (asked.typeName === undefined || box.typeName === asked.typeName) &&
        (box.unitId === null || scopes.every((scope) => reachesUnit(scope, asked.clientId, box.unitId as string))),
    );
    const reported = found.map(({ id, code, clientId, unitId, numberedBy, typeName, parentId, provisional }): ReportedBox => ({
      id,
      code,
      clientId,
      unitId,
      numberedBy,
      typeName,
      outerCode: parentId === null ? null : (boxes.get(parentId)?.code ?? null),
      provisionalNumber: provisional,
      documentCount: documents.filter(({ boxId }) => boxId === id).length,
    }));
    return next(reported, (a, b) => a.code - b.code || byBytes(a.id, b.id), after, limit);
  }

  async shares(scopes: readonly Scope[], clientId: string, at: Date, after: ReportedShare | null, limit: number): Promise<ReportedShare[]> {
    const files = this.within(scopes, clientId).flatMap((document) => liveFiles(document).map((file) => ({ document, file })));
    const shares = [...this.database.tables.shares.values()].filter(
      ({ revoked, expiresAt }) => !revoked && (expiresAt === null || expiresAt > at),
    );
    const found = shares.flatMap(({ id, fileId, expiresAt }): ReportedShare[] =>
      files
        .filter(({ file }) => file.id === fileId)
        .map(({ document, file }) => ({
          id,
          fileId,
          fileName: file.name,
          extension: file.extension,
          documentId: document.id,
          documentCode: document.code,
          nodeCode: document.nodeCode,
          // The id holds the moment at which it was made.
          createdAt: Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16),
          expiresAt: expiresAt?.getTime() ?? null,
        })),
    );
    return next(found, (a, b) => byBytes(a.id, b.id), after, limit);
  }

  async users(
    scopes: readonly Scope[],
    { clientId, login }: { clientId: string; login?: string },
    after: ReportedUser | null,
    limit: number,
  ): Promise<ReportedUser[]> {
    insist(scopes, clientId);
    const found = this.madeFor(clientId).filter(({ loginKey }) => login === undefined || loginKey === fold(login));
    const reported = found.map(({ userId: id, login, loginKey, name, made, active, inactiveFrom = null, grants }): ReportedUser => ({
      id,
      login,
      loginKey,
      name,
      email: made?.email ?? null,
      active: active && (inactiveFrom === null || inactiveFrom.getTime() > Date.now()),
      grants: grants
        .filter((grant) => grant.clientId === clientId)
        .flatMap(({ unitId, nodeId, profile }) => (profile ? [{ unitId, nodeId, profileId: profile.id, profileName: profile.name }] : [])),
    }));
    return next(reported, (a, b) => byBytes(a.loginKey, b.loginKey), after, limit);
  }

  async userNames(scopes: readonly Scope[], clientId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    insist(scopes, clientId);
    return new Map(
      this.madeFor(clientId)
        .filter(({ userId }) => ids.includes(userId))
        .map(({ userId, name }) => [userId, name]),
    );
  }

  private madeFor(clientId: string) {
    return [...this.database.tables.accounts.values()].filter(({ made }) => made?.clientId === clientId);
  }

  private within(scopes: readonly Scope[], clientId: string): DocumentEntry[] {
    insist(scopes, clientId);
    return [...this.database.tables.documents.values()].filter(
      (document) =>
        document.clientId === clientId &&
        document.deletedAt === null &&
        scopes.every((scope) => scope.reachesNode(clientId, document.nodeCode, document.unitId)),
    );
  }

  private reported(document: DocumentEntry): ReportedDocument {
    const { code, id, clientId, unitId, nodeCode, status, createdAt, createdBy, dueDay, boxId } = document;
    const files = liveFiles(document);
    return {
      ...{ code, id, clientId, unitId, nodeCode, status, createdBy, dueDay },
      createdAt: createdAt.getTime(),
      boxCode: boxId === null ? null : (this.database.tables.boxes.get(boxId)?.code ?? null),
      fileCount: files.length,
      bytes: files.reduce((total, { size }) => total + size, 0),
    };
  }
}

function reachesUnit({ reaches }: Scope, clientId: string, unitId: string): boolean {
  const parts = reaches.filter(({ structure }) => structure.clientId === clientId).flatMap((reach) => reach.parts);
  return parts.some(({ unitIds }) => unitIds === 'all' || unitIds.includes(unitId));
}

const meets = (document: DocumentEntry, asked: DocumentsAsked): boolean =>
  (asked.unitId === null || document.unitId === asked.unitId) &&
  (asked.nodeCodes === null || asked.nodeCodes.includes(document.nodeCode)) &&
  (!asked.createdFrom || document.createdAt >= asked.createdFrom) &&
  (!asked.createdUntil || document.createdAt <= asked.createdUntil) &&
  (asked.createdBy === undefined || document.createdBy === asked.createdBy) &&
  (asked.dueUntil === undefined || (document.dueDay !== null && document.dueDay <= asked.dueUntil)) &&
  (asked.order !== 'due' || document.dueDay !== null);
