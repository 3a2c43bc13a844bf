import type { ClientRecords } from '#application/ports/portable-archive';

/** The bag of an interrupted import of the client, if any. */
export async function unfinishedImport(records: ClientRecords, clientId: string): Promise<string | null> {
  const last = await records.lastEvent(clientId, 'archive.import');
  return last?.subject.state === 'begun' ? String(last.subject.bag) : null;
}
