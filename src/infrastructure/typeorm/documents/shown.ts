import { idBytes } from '../id-bytes';
import type { Condition } from '../scope-condition';

/**
 * A document's values by field code (`v`) and the rows of lists it points to (`r`), as JSON in its own row: a page of a search reads
 * documents alone. The values of rows are shared and corrected, so they are not copied.
 */
interface Shown {
  v: Readonly<Record<string, string>>;
  r?: readonly number[];
}

export function toShown(values: readonly { fieldCode: number; text: string }[], rowCodes: readonly number[]): string {
  const v = Object.fromEntries(values.map(({ fieldCode, text }) => [fieldCode, text]));
  return JSON.stringify(rowCodes.length === 0 ? { v } : { v, r: rowCodes });
}

export function fromShown(shown: string): { texts: Map<number, string>; rowCodes: readonly number[] } {
  const { v, r = [] } = JSON.parse(shown) as Shown;
  const texts = new Map<number, string>();
  for (const fieldCode in v) texts.set(Number(fieldCode), v[fieldCode] as string);
  return { texts, rowCodes: r };
}

/** The same from the tables, for an update of `document`. Raw SQL: an expression with JSON functions of each engine. */
export function shownAnew({ isSqlite }: { isSqlite: boolean }, clientId: string): Condition {
  const client = idBytes(clientId);
  const [object, array] = isSqlite ? ['json_group_object', 'json_group_array'] : ['JSON_OBJECTAGG', 'JSON_ARRAYAGG'];
  const sql = `CONCAT('{"v":',
    COALESCE((SELECT ${object}(ABS(value.field_code), value.value) FROM document_value value
    WHERE value.client_id = ? AND value.document_code = document.code AND value.from_list = 0), '{}'), ',"r":',
    COALESCE((SELECT ${array}(link.row_code) FROM document_list_row link
    WHERE link.client_id = ? AND link.document_code = document.code), '[]'), '}')`;
  return { sql, parameters: [client, client] };
}
