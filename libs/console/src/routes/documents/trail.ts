import type { Found } from '../../api/documents';

/** The result that a document was opened from: where it was, and its documents in order. */
interface Trail {
  client: string;
  list: string;
  rows: readonly Found[];
  addressOf: (row: Found) => string;
}
interface Neighbours {
  /** The address of the result. */
  list: string;
  previous?: string | undefined;
  next?: string | undefined;
}

let trail: Trail | null = null;

export const leaveTrail = (left: Trail) => void (trail = left);

/** Addresses of the documents before and after this one. */
export function neighbours(client: string, code: string): Neighbours | null {
  if (trail?.client !== client) return null;
  const { list, rows, addressOf } = trail;
  const at = rows.findIndex((row) => row.code === code);
  const address = (row: Found | undefined) => row && addressOf(row);
  return at < 0 ? null : { list, previous: address(rows[at - 1]), next: address(rows[at + 1]) };
}
