/** Whether one of the filters lets a type pass: `*`, one type such as `documento.criado`, or a group: `documento.*`. No filters let all pass. */
export function passes(type: string, filters: readonly string[]): boolean {
  if (filters.length === 0) return true;
  const group = type.slice(0, type.indexOf('.') + 1);
  return filters.some((filter) => filter === '*' || filter === type || filter === `${group}*`);
}

/** Filters that no type can pass, and that are therefore mistakes. */
export function idleFilters(filters: readonly string[], types: readonly string[]): string[] {
  return filters.filter((filter) => !types.some((type) => passes(type, [filter])));
}
