import type { ClientRecord, RecordKind } from '#application/ports/portable-archive';
import { userIdsOf } from '../provisioning/workflow-people';

const PEOPLE: { [K in RecordKind]?: (record: ClientRecord[K]) => Iterable<string | null> } = {
  documents: ({ createdBy }) => [createdBy],
  designs: userIdsOf,
  flows: ({ startedBy, named, executions, comments }) => [
    startedBy,
    named.userId,
    ...[...executions, ...comments].map(({ userId }) => userId),
  ],
  signatures: ({ signedBy }) => [signedBy],
};

/** Ids of the users whom a record names: the export includes them, the import requires them. */
export function peopleOf<K extends RecordKind>(kind: K, record: ClientRecord[K]): string[] {
  return [...new Set(PEOPLE[kind]?.(record) ?? [])].filter((id) => id !== null);
}
