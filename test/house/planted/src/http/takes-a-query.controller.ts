// expects: no-restricted-syntax
export function queryOf(request: { query: object }): object {
  const { query } = request;
  return query;
}
