// expects: no-restricted-syntax
export const tokenOf = (request: { headers: Record<string, string> }) => request.headers['authorization'];
