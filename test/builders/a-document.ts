import { createHash, randomUUID } from 'node:crypto';
import { newId, newObjectKey } from '#application/support/ids';
import type { DocumentRepository } from '#application/ports/documents';
import type { Scope } from '#domain/access/scope';
import type { NewDocument } from '#domain/documents/document';
import type { NewFile } from '#domain/files/document-file';
import { DEMO } from './demo';

export function aFile(changes: Partial<NewFile> = {}): NewFile {
  const sha256 = createHash('sha256').update(randomUUID()).digest('hex');
  return { id: newId(), key: newObjectKey(), size: 4096, sha256, name: 'Nota fiscal', extension: 'pdf', version: '1', ...changes };
}

/** An electronic document of the level Notas Fiscais, unless changed; on another level of the scope's clients by `nodeId`. */
export function aDocument(
  scope: Scope,
  { nodeId = DEMO.invoices, ...changes }: Partial<NewDocument> & { nodeId?: string } = {},
): NewDocument {
  const structure = scope.reaches.map((reach) => reach.structure).find((candidate) => candidate.node(nodeId))!;
  return {
    id: newId(),
    clientId: structure.clientId,
    unitId: structure.units[0]!.id,
    nodeCode: structure.node(nodeId)!.code,
    status: 'electronic',
    boxId: null,
    dueDay: null,
    createdAt: new Date('2026-11-21T12:34:56.789Z'),
    createdBy: scope.actor.userId,
    externalKey: null,
    values: [],
    rows: new Map(),
    files: [],
    ...changes,
  };
}

/** Stores one document and answers its code. */
export async function addDocument(documents: DocumentRepository, scope: Scope, document: NewDocument): Promise<number> {
  return (await documents.addAll([{ scope, document }]))[0] as number;
}
