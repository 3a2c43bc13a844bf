import { join } from 'node:path';
import type { Config } from '#src/config';
import { job } from '../../workers/job';
import { WorkerJobs } from '../../workers/worker-jobs';
import { reportOf, type ErasuresByGroup } from './erasures';
import type { TileOrder, TileReport } from './verify-tile.job';

/** 65 536 events: a whole subtree, whose root is stored. */
const LEVEL = 16;

const JOB = job<typeof import('./verify-tile.job')>(join(__dirname, 'verify-tile.job'), 30 * 60_000);

/** Verifies tiles in threads, each with a connection of its own. */
export class Tiles {
  private readonly jobs: WorkerJobs;

  constructor(
    private readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>,
    private readonly keys: TileOrder['keys'],
    private readonly threads: number,
    readonly level = LEVEL,
  ) {
    this.jobs = new WorkerJobs({ atOnce: threads, waiting: threads });
  }

  /** Events of a tile. */
  get width(): number {
    return 2 ** this.level;
  }

  /** Answers reports in the order of the tiles, the last of them the first that is broken, if one is. */
  async verify(
    clientId: string,
    { from, to, sizes, claims }: { from: number; to: number; sizes: readonly number[]; claims: ErasuresByGroup },
    progress: (events: number) => void,
  ): Promise<TileReport[]> {
    const reports: TileReport[] = [];
    const database = { url: this.config.databaseUrl?.reveal() ?? null, dataDir: this.config.dataDir };
    const { events, seal } = this.keys;
    let [next, done] = [from, 0];
    let isBroken = false;
    const work = async () => {
      while (next < to && !isBroken) {
        const start = next;
        next += this.width;
        const within = sizes.filter((size) => size > start && size < start + this.width);
        const report = await this.jobs.run(JOB, {
          database,
          keys: { events, seal },
          clientId,
          from: start,
          to: start + this.width,
          sizes: within,
          claims: reportOf(claims, start + 1, start + this.width),
        });
        reports[(start - from) / this.width] = report;
        isBroken ||= report.broken !== null;
        progress((done += this.width));
      }
    };
    await Promise.all(Array.from({ length: this.threads }, work));
    const broken = reports.findIndex((report) => report.broken !== null);
    return broken < 0 ? reports : reports.slice(0, broken + 1);
  }

  close(): Promise<void> {
    return this.jobs.onApplicationShutdown();
  }
}
