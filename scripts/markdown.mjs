// Pieces of generated pages.

/** Thousands apart; nothing for what was not counted. */
export const number = (value) => (value === undefined ? '' : String(value).replace(/\B(?=(\d{3})+$)/g, ' '));
const cell = (value) => String(value).replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
export const table = (headings, rows) =>
  [headings, headings.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');
