import type { DocumentsAsked, ReportedDocument, ReportRows } from '#application/ports/reports';
import type { ClientStructure } from '#domain/trees/client-structure';
import { BATCH_ROWS, inBatches } from '../report';
import type { ReportReach } from '../report-request';

/** A document with its place in the client's structure. */
export interface PlacedDocument {
  document: ReportedDocument;
  structure: ClientStructure;
}

export const levelPath = ({ document, structure }: PlacedDocument) => structure.levelByCode(document.nodeCode)?.node.path ?? '';
export const unitNameIn = (structure: ClientStructure, unitId: string | null) =>
  structure.units.find(({ id }) => id === unitId)?.name ?? '';
export const unitName = ({ document, structure }: PlacedDocument) => unitNameIn(structure, document.unitId);

/** The documents of all reachable clients, one client after another. */
export async function* placedDocuments(
  rows: ReportRows,
  { scopes, structures, unitId }: ReportReach,
  asked: Omit<DocumentsAsked, 'clientId' | 'unitId'>,
): AsyncGenerator<PlacedDocument[]> {
  for (const structure of structures) {
    const ofClient = { ...asked, clientId: structure.clientId, unitId };
    for await (const documents of inBatches<ReportedDocument>((after) => rows.documents(scopes, ofClient, after, BATCH_ROWS))) {
      yield documents.map((document) => ({ document, structure }));
    }
  }
}

export interface Tally {
  structure: ClientStructure;
  unitId: string;
  nodeCode: number;
  createdBy: string;
  documents: number;
  files: number;
  bytes: number;
}

/**
 * Sums per group; memory grows only with the number of groups: the database is queried in batches, never aggregated in one statement. An
 * empty batch is yielded between batches, so that the consumer can stop.
 */
export async function* tallied(
  documents: AsyncIterable<readonly PlacedDocument[]>,
  groupOf: (document: ReportedDocument) => string,
): AsyncGenerator<readonly Tally[]> {
  const groups = new Map<string, Tally>();
  for await (const batch of documents) {
    for (const { document, structure } of batch) {
      const { unitId, nodeCode, createdBy, fileCount, bytes } = document;
      const key = `${structure.clientId} ${groupOf(document)}`;
      const tally = groups.get(key) ?? { structure, unitId, nodeCode, createdBy, documents: 0, files: 0, bytes: 0 };
      tally.documents++;
      tally.files += fileCount;
      tally.bytes += bytes;
      groups.set(key, tally);
    }
    yield [];
  }
  yield* slices([...groups.values()]);
}

/** Splits items into slices. */
export function* slices<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < items.length; from += BATCH_ROWS) yield items.slice(from, from + BATCH_ROWS);
}
