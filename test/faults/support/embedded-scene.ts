import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '#infrastructure/typeorm/sql';
import { Api, loggedIn } from '../../e2e/support/api';
import type { Environment } from '../../support/store';
import { openStore } from '../../support/store';
import { Ledger, type Answered, type Intent } from '../oracle/ledger';
import { Oracle, type Look, type Report, type Viewed } from '../oracle/oracle';
import { Archive } from './archive';
import { ask, keptOf } from './asking';
import { isBrokenOff } from './broken-off';
import type { Objects } from './objects';
import { ServiceProcess } from './service-process';

/**
 * One service after another on the same embedded data. Nobody else has the database open while one dies, so that the next one has to
 * recover it; it is looked at when that one serves.
 */
export class EmbeddedScene implements Viewed {
  private viewed: Archive | undefined;
  private token: string | undefined;
  private oracle: Oracle | undefined;
  private running: ServiceProcess | undefined;

  private constructor(
    readonly environment: Environment,
    readonly ledger: Ledger,
    private readonly folder: string,
  ) {}

  static async open(environment: Environment = {}): Promise<EmbeddedScene> {
    const folder = await mkdtemp(join(tmpdir(), 'acervo-embedded-'));
    const archive = await Archive.open({ storage: 'embedded', environment: { DATA_DIR: join(folder, 'data'), ...environment } });
    const scene = new EmbeddedScene(archive.environment, await Ledger.open(join(folder, 'ledger.jsonl')), folder);
    scene.viewed = archive;
    scene.oracle = await Oracle.open(scene, scene.ledger);
    await scene.leave();
    return scene;
  }

  get dataDir(): string {
    return this.environment.DATA_DIR as string;
  }

  get sql(): Sql {
    return (this.viewed as Archive).sql;
  }

  get objects(): Objects {
    return (this.viewed as Archive).objects;
  }

  get trail(): Archive['trail'] {
    return (this.viewed as Archive).trail;
  }

  get service(): ServiceProcess {
    return this.running as ServiceProcess;
  }

  get api(): Api {
    return new Api(this.service.url, this.token as string);
  }

  /** A process that serves what the last one has left. */
  async start(under: readonly string[] = []): Promise<ServiceProcess> {
    this.running = await ServiceProcess.start(this.environment, { under });
    this.token = (await loggedIn(this.running.url)).token as string;
    return this.running;
  }

  /** One call, noted before it is made and when it is answered. */
  async make(intent: Intent): Promise<Answered> {
    const call = await this.ledger.intend(intent);
    const answered = await ask(this.api, intent).then(
      (answer) => keptOf(intent, answer),
      (error: unknown): Answered => {
        if (!isBrokenOff(error)) throw error;
        return { status: null };
      },
    );
    await this.ledger.answer(call, answered);
    return answered;
  }

  /** With a view of the data that ends with the work. */
  async inside<T>(work: (archive: Archive) => Promise<T>): Promise<T> {
    this.viewed = await Archive.existing(this.environment, await openStore('embedded'));
    try {
      return await work(this.viewed);
    } finally {
      await this.leave();
    }
  }

  look(look: Look = {}): Promise<Report> {
    return this.inside(() => (this.oracle as Oracle).look(this.api, look));
  }

  /** Sweeps without a grace period; then files and rows must agree. */
  lookSwept(): Promise<Report> {
    return this.inside(async (archive) => {
      await archive.passLeases();
      await archive.sweep();
      return (this.oracle as Oracle).look(this.api, { swept: true });
    });
  }

  async close(): Promise<void> {
    await this.running?.kill();
    await this.ledger.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async leave(): Promise<void> {
    await this.viewed?.leave();
    this.viewed = undefined;
  }
}
