export const TOTAL = 'SELECT COUNT(*) AS total FROM document JOIN document_file file ON file.id = ? WHERE document.code = ?';
export const lastOf = (sql: string) => `SELECT MAX(found.at) AS at FROM (${sql}) found`;
