import type { Condition } from '../scope-condition';
import { places } from '../sql';

/** Those of the keys that a live file, a former version or a preview names. Raw SQL: parts of unions. */
export function namedObjects(keys: readonly string[]): Condition {
  const parts = [
    `SELECT object_key FROM document_file WHERE object_key IN (${places(keys)}) AND deleted_at IS NULL`,
    `SELECT object_key FROM workflow_file WHERE object_key IN (${places(keys)}) AND deleted_at IS NULL`,
    `SELECT object_key FROM file_version WHERE object_key IN (${places(keys)})`,
    `SELECT object_key FROM file_preview WHERE object_key IN (${places(keys)})`,
  ];
  return { sql: parts.join(' UNION '), parameters: parts.flatMap(() => [...keys]) };
}
