import { idBytes } from '../id-bytes';
import type { Sql } from '../sql';

/** Where every day of every time zone begins: at a quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000;

interface Amounts {
  documents?: number;
  bytes?: number;
  signedFiles?: number;
  flowsStarted?: number;
  flowsEnded?: number;
}

const KINDS = ['documents', 'bytes', 'signedFiles', 'flowsStarted', 'flowsEnded'] as const;
const COLUMNS = ['client_id', 'unit_id', 'at', 'documents', 'bytes', 'signed_files', 'flows_started', 'flows_ended'];

/** What is purged in one transaction, as bills of the past count it: differences, which sums tell. */
export class PurgedUse {
  private readonly sums = new Map<string, { unitId: string | null; at: number } & Required<Amounts>>();

  constructor(
    private readonly sql: Sql,
    private readonly clientId: string,
  ) {}

  add(unitId: string | null, at: number, amounts: Amounts): void {
    const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    const key = `${unitId} ${quarter}`;
    const sum = this.sums.get(key) ?? { unitId, at: quarter, documents: 0, bytes: 0, signedFiles: 0, flowsStarted: 0, flowsEnded: 0 };
    for (const kind of KINDS) sum[kind] += amounts[kind] ?? 0;
    this.sums.set(key, sum);
  }

  /** Held from the one time to the other. */
  addHeld(unitId: string | null, from: number, until: number, { documents = 0, bytes = 0 }: Amounts): void {
    this.add(unitId, from, { documents, bytes });
    this.add(unitId, until, { documents: -documents, bytes: -bytes });
  }

  async store(): Promise<void> {
    const told = [...this.sums.values()].filter((sum) => KINDS.some((kind) => sum[kind] !== 0));
    const rows = told.map((sum) => [idBytes(this.clientId), sum.unitId, sum.at, ...KINDS.map((kind) => sum[kind])]);
    await this.sql.insert('purged_use', COLUMNS, rows);
  }
}
