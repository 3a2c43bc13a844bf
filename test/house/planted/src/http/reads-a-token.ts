// expects: no-restricted-syntax
interface Request {
  headers: { authorization?: string };
}
export function tokenOf({ headers }: Request): string | undefined {
  const { authorization } = headers;
  return authorization;
}
