import { join } from 'node:path';
import { dropKeptDatabases, keepDatabases } from '../../support/fresh-database';
import { isLong, PART } from '../../support/part';
import { together as togetherIn } from '../../support/together';

/** Where a spec file belongs: to the first group whose pattern its name matches. */
const GROUPS = {
  finding: /^(far-pages|text-index-random)/,
  searching: /^(search-|document-(counts|index)|list-copies|counters|(billing|report|workflow)-plans)/,
  stores: /^(file-storage|object-versions|store-clock)/,
  verification: /^(trail-verification)/,
  trail: /^(audit|event|epochs|faults|lost-commit|retention|seal-keys|trail)/,
  files: /^(deletion|document-files|file-|object-journal|staged-keys|stored-files|text-index|upload|word)/,
  archives: /^(archive|boxes|linked|list-rows|saved-views|schema-drift|structure)/,
  people: /^(access|accounts|api-keys|found-users|idempotency|operator|rate-windows|secrets|session|subscriptions|throttle|users)/,
  documents: /^(document|external-keys|relinked|restored|share|sqlite|stopped-writers|unit-of-work)/,
  work: /^(activity|billing|purge|report|workflow)/,
} as const;

export type Group = keyof typeof GROUPS;

/** `npm test` asks some of their questions, and `npm run test:all` the others. */
const IN_PARTS = /^search-(plans|property)/;

/** What is read of an index is counted there, and rows that were deleted before would count. */
const ON_NEW_DATABASES: readonly Group[] = ['finding', 'searching'];

/** Runs the spec files of a group. */
export function together(group: Group): void {
  if (!ON_NEW_DATABASES.includes(group)) {
    // They run one after the other.
    beforeAll(keepDatabases);
    afterAll(dropKeptDatabases);
  }
  // The stores are tried again on another S3 server, and the stub of the fault tests beside these.
  const isLeftOut = {
    all: () => false,
    rest: (file: string) => !isLong(file) && group !== 'stores' && !IN_PARTS.test(file),
    usual: (file: string) => isLong(file) || file === 'file-storage-stub.spec.ts',
  };
  togetherIn(join(__dirname, '..'), GROUPS, group, isLeftOut[PART]);
}
