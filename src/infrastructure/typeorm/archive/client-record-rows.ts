export interface DocumentRow {
  id: string;
  code: number;
  unit_id: string;
  level_id: string;
  status: number;
  box_id: string | null;
  due_day: string | null;
  created_at: number;
  created_by: string;
  changed_at: number | null;
  external_key: string | null;
  version: number;
}

export interface BytesRow {
  object_key: string;
  size: number;
  sha256: string;
}

export interface FileRow extends BytesRow {
  document_code: number;
  id: string;
  position: number;
  name: string;
  extension: string;
  version: string;
  created_at: number;
}

export interface SignatureRow {
  id: string;
  code: string;
  file_id: string;
  sha256: string;
  origin_id: string;
  legal_person: number;
  signed_at: number;
  signed_by: string;
  address: string;
  details: string;
}

export const bytesOf = ({ object_key: key, size, sha256 }: BytesRow) => ({ key, size, sha256 });

export function grouped<Row, Thing>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  thingOf: (row: Row) => Thing,
): Map<string | number, Thing[]> {
  const groups = new Map<string | number, Thing[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(thingOf(row));
    else groups.set(keyOf(row), [thingOf(row)]);
  }
  return groups;
}
