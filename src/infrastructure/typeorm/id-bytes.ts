import { guidFrom } from '#application/support/ids';

const LENGTH = 16;

/**
 * A GUID in bytes, as every table has that of its client, and documents those of units and creators: many indexes begin with them, and as
 * text they take more than twice the room (ADR 8). What such a column is compared with passes through here, and what is read of it through `idOf`.
 */
export function idBytes(id: string): Buffer {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  if (bytes.length !== LENGTH) throw new Error(`not a GUID: ${id}`);
  return bytes;
}

export const idsBytes = (ids: Iterable<string>): Buffer[] => Array.from(ids, idBytes);

export const idOf = (bytes: Uint8Array): string => guidFrom(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));

/** Expressions for what is joined: the bytes of a column that has a GUID as text, and the text of one that has bytes. */
export const bytesIn = (column: string): string => `UNHEX(REPLACE(${column}, '-', ''))`;
export const textIn = (column: string): string =>
  `LOWER(CONCAT(${[
    [1, 8],
    [9, 4],
    [13, 4],
    [17, 4],
    [21, 12],
  ]
    .map(([from, length]) => `SUBSTR(HEX(${column}), ${from}, ${length})`)
    .join(", '-', ")}))`;
