/** Bytes of the texts of an event; on SQLite characters. */
export const sizeOf = (alias: string) => `LENGTH(${alias}.subject) + COALESCE(LENGTH(${alias}.files), 0) AS size`;

/** How many of the first ones have at most so many bytes together; one at least, if there is any. */
export function fitting(rows: readonly { size: number }[], most: number): number {
  let sum = 0;
  const tooLong = rows.findIndex(({ size }) => (sum += Number(size)) > most);
  return tooLong < 0 ? rows.length : Math.max(1, tooLong);
}
