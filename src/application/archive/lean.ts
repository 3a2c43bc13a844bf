/** Writes only what is said: no member that is as it would be anyway. */
export function lean<T extends object>(thing: T): T {
  const isSaid = (value: unknown) =>
    value !== null && value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => isSaid(value))) as T;
}
