/** Drops members that have their default value. */
export function lean<T extends object>(thing: T): T {
  const isSaid = (value: unknown) =>
    value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => isSaid(value))) as T;
}
