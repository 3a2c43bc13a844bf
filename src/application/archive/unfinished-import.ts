import type { ClientRecords } from '#application/ports/client-records';

/** The bag of which an import of the client was begun and not finished. */
export async function unfinishedImport(records: ClientRecords, clientId: string): Promise<string | null> {
  let bag: string | null = null;
  for await (const { action, subject } of records.all('events', clientId))
    if (action === 'archive.import') bag = subject.state === 'begun' ? String(subject.bag) : null;
  return bag;
}
