import { join } from 'node:path';
import { dropKeptDatabases, keepDatabases } from '../../support/fresh-database';
import { isLong, PART, STORAGE } from '../../support/part';
import { together as togetherIn } from '../../support/together';

/** Where a spec file belongs: to the first group whose pattern its name matches. */
const GROUPS = {
  /**
   * What is refused before the storage is asked, rules of values and tokens, places for uploads, the circuit breaker before an S3 server of
   * the test's own, pages that a browser gets from either storage alike, random values and the embedded storage itself.
   */
  embedded:
    /^(2\.6-sign-refused|6\.2-activate-refused|8\.2-report-refused|9\.1-create-user-fields|create-(bad-input|rules)|embedded|full-disk|outage-file-store|overload-uploads|security-(active-content|pages|tokens)|simulation|unicode)/,
  http: /^(4\.4-bad|abuse|cross-origin|documented|dry-runs|entry-pages|openapi|request-log|unknown-names)/,
  console: /^console/,
  pages: /^(pages|reference)/,
  programs: /^(command|docs|early-signals|health|mcp|metrics|overload|shutdown|traces|workers)/,
  accounts: /^(1\.|9\.|api-keys|logout|password|security-(access|headers)|service-accounts|subscription|users)/,
  files: /^(2\.[1-5]|7\.|add-files|edge|file-)/,
  signatures: /^(2\.6|verify-signature)/,
  documents: /^(4\.[1-7]|(one|restore)-document|find-|purge|statement-budgets)/,
  creates: /^(4\.[89]|create-|external-key|hostile|security-links|share-deadline|share-links)/,
  lists: /^(3\.|5\.|boxes|remove-list-row|close-billing|panel|structure)/,
  workflows: /^(6\.|all-at-once|webhook|workflow)/,
  reports: /^(8\.|audit|events|receipt|tenant)/,
  archives: /^(apply|client-archive|export)/,
  bags: /^(bags|import)/,
  limits: /^(authorization|histories|idempotency|limits|outage|personal|rate-limits)/,
} as const;

export type Group = keyof typeof GROUPS;

/** These never come to the storage, or come to it by operations that other groups try on each: the embedded one is the quicker. */
const EMBEDDED_ALONE: readonly Group[] = ['embedded', 'http', 'console'];

/** `npm test` plays some of their tests, and `npm run test:all` the others. */
const IN_PARTS = /^simulation/;

/** Usually a spec is played once: on the servers, or where it is embedded alone, there. */
function isPlayed(file: string, isEmbeddedAlone: boolean): boolean {
  const isOnServers = STORAGE !== 'embedded';
  if (isOnServers && isEmbeddedAlone) return false;
  if (PART === 'all' || IN_PARTS.test(file)) return true;
  const isUsual = !isLong(file) && isOnServers !== isEmbeddedAlone;
  return isUsual === (PART === 'usual');
}

/** Runs the spec files of a group. */
export function together(group: Group): void {
  const isLeftOut = (file: string) => !isPlayed(file, EMBEDDED_ALONE.includes(group));
  // They run one after the other.
  beforeAll(keepDatabases);
  afterAll(dropKeptDatabases);
  togetherIn(join(__dirname, '..'), GROUPS, group, isLeftOut);
}
