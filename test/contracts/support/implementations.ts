import { late } from '../../support/late';
import { inMemoryStorage, localStorage, s3Storage, type StorageContract } from './storages';
import { serverArchive, sqliteArchive, type Archive } from './typeorm-archive';

/** The server that a variable of the environment names; the runner (`scripts/test.mjs`) sets them. */
interface Wanted {
  title: string;
  variable: string;
  /** Without it a run in CI fails; the others widen the net where they are given. */
  needed: boolean;
}

/** Never silently: what was not run is reported as skipped, with the reason, and in CI as failed. */
function reportMissing(subject: string, { title, variable, needed }: Wanted): void {
  const reason = `${subject} on ${title}: NOT RUN, ${variable} is not given`;
  if (needed && process.env.CI === 'true') {
    it(reason, () => {
      throw new Error(`${variable} must be given when CI=true`);
    });
    return;
  }
  process.stderr.write(`[contracts] ${reason}\n`);
  describe.skip(reason, () => it('is not run', () => undefined));
}

const SERVERS: readonly Wanted[] = [
  { title: 'MySQL', variable: 'TEST_DATABASE_URL', needed: true },
  { title: 'MariaDB', variable: 'TEST_MARIADB_URL', needed: false },
];

/** Runs the tests on every server that speaks the MySQL protocol. */
export function onEveryServer(subject: string, tests: (implementation: string, server: string) => void): void {
  for (const wanted of SERVERS) {
    const url = process.env[wanted.variable];
    if (url) tests(`${subject} on ${wanted.title}`, url);
    else reportMissing(subject, wanted);
  }
}

type Open = (options?: { empty?: boolean }) => Promise<Archive>;

export function onEveryDatabase(port: string, contract: (implementation: string, open: Open) => void): void {
  contract(`${port} on SQLite`, sqliteArchive);
  onEveryServer(port, (implementation, server) => contract(implementation, serverArchive(server)));
}

interface Options {
  empty?: boolean;
  /** An archive for each test, and not one for all of them. */
  perTest?: boolean;
}

type Contract = (archive: Archive, on: { implementation: string; open: Open }) => void;

/** A contract of a port of the archive, on every database. Its archive can be used from its first hook on; `open` makes another one. */
export function describeContract(port: string, ...rest: [Contract] | [Options, Contract]): void {
  const [{ empty, perTest }, body]: [Options, Contract] = rest.length === 1 ? [{}, rest[0]] : rest;
  onEveryDatabase(port, (implementation, open) =>
    describe(implementation, () => {
      let archive: Archive | undefined;
      (perTest ? beforeEach : beforeAll)(async () => void (archive = await open({ empty })));
      body(
        late(() => archive),
        { implementation, open },
      );
      (perTest ? afterEach : afterAll)(() => archive?.close());
    }),
  );
}

export function onEveryStorage(contract: StorageContract): void {
  contract('FileStorage in memory', inMemoryStorage);
  contract('FileStorage in a local folder', localStorage);
  for (let number = 1; ; number++) {
    const prefix = number === 1 ? 'TEST_S3' : `TEST_S3_${number}`;
    const endpoint = process.env[`${prefix}_ENDPOINT`];
    const title = `S3 (${number})`;
    if (endpoint) {
      const accessKeyId = process.env[`${prefix}_ACCESS_KEY_ID`] ?? '';
      const secretAccessKey = process.env[`${prefix}_SECRET_ACCESS_KEY`] ?? '';
      contract(`FileStorage on ${title}`, s3Storage({ endpoint, accessKeyId, secretAccessKey }));
    } else {
      if (number <= 2) reportMissing('FileStorage', { title, variable: `${prefix}_ENDPOINT`, needed: number === 1 });
      if (number >= 2) return;
    }
  }
}
