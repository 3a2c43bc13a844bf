import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { WrittenNumber } from '#libs/json-ingest';
import { sentAs } from './member-names';
import { member, type Doc } from './members';

/** Numbers as such. */
function plain(value: unknown): unknown {
  if (value instanceof WrittenNumber) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}

/** JSON of any form, which its reader checks. */
export const Plain = (doc: Doc, api: ApiPropertyOptions = {}) =>
  member(
    { kind: 'map' },
    doc,
    api,
    Transform(({ value }) => plain(sentAs(value))),
  );
