import type { Condition } from '../scope-condition';
import { places } from '../sql';

/** Those of the keys that a live file, a former version or a preview names. Raw SQL: parts of unions. */
export function namedObjects(keys: readonly string[]): Condition {
  const parts = [
    `SELECT f.object_key FROM document_file f WHERE f.object_key IN (${places(keys)}) AND f.deleted_at IS NULL`,
    `SELECT w.object_key FROM workflow_file w WHERE w.object_key IN (${places(keys)}) AND w.deleted_at IS NULL`,
    `SELECT v.object_key FROM file_version v WHERE v.object_key IN (${places(keys)})`,
    `SELECT p.object_key FROM file_preview p WHERE p.object_key IN (${places(keys)})`,
  ];
  return { sql: parts.join(' UNION '), parameters: parts.flatMap(() => [...keys]) };
}
