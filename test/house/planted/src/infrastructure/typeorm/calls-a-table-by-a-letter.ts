// expects: no-restricted-syntax
export const TOTAL = 'SELECT COUNT(*) AS total FROM document d WHERE d.client_id = ?';
