// expects: no-restricted-syntax
export const totalOf = (sql: string) => `SELECT COUNT(*) AS total FROM (${sql}) x`;
