import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
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
import { answerTo } from './asking';
import type { Objects } from './objects';
import { Door } from './door';
import { command, ServiceProcess } from './service-process';
import { Traffic, type TrafficOptions } from './traffic';

const COPIES = join(__dirname, 'copy-database.cjs');

/**
 * One service after another on the same embedded data. Nobody else has the database open when one dies, so that the next one has to
 * recover it: this process, which lets go of a database only when it ends, looks at copies.
 */
export class EmbeddedScene implements Viewed {
  private viewed: Archive | undefined;
  private token: string | undefined;
  private oracle: Oracle | undefined;
  private running: ServiceProcess | undefined;
  private views = 0;

  private constructor(
    readonly environment: Environment,
    readonly ledger: Ledger,
    private readonly folder: string,
  ) {}

  static async open(environment: Environment = {}): Promise<EmbeddedScene> {
    const folder = await mkdtemp(join(tmpdir(), 'acervo-embedded-'));
    const archive = await Archive.open({ storage: 'embedded', environment: { DATA_DIR: join(folder, 'made'), ...environment } });
    await archive.leave();
    const dataDir = join(folder, 'data');
    cpSync(join(folder, 'made'), dataDir, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    const used = { ...archive.environment, DATA_DIR: dataDir };
    const scene = new EmbeddedScene(used, await Ledger.open(join(folder, 'ledger.jsonl')), folder);
    await scene.inside(async () => void (scene.oracle = await Oracle.open(scene, scene.ledger)));
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
    const answered = await answerTo(this.api, intent);
    await this.ledger.answer(call, answered);
    return answered;
  }

  /** With a view of the data as they are now. */
  async inside<T>(work: (archive: Archive) => Promise<T>): Promise<T> {
    this.viewed = await this.copied(this.environment);
    try {
      return await work(this.viewed);
    } finally {
      await this.viewed.leave();
      this.viewed = undefined;
    }
  }

  /** `statements` are carried out before. */
  private async copied(environment: Environment, statements: readonly string[] = []): Promise<Archive> {
    const [from, to] = [environment.DATA_DIR as string, join(this.folder, `view-${++this.views}`)];
    mkdirSync(to);
    execFileSync(process.execPath, [COPIES, join(from, 'acervo.sqlite'), join(to, 'acervo.sqlite'), ...statements]);
    cpSync(join(from, 'keys'), join(to, 'keys'), { recursive: true });
    symlinkSync(join(from, 'files'), join(to, 'files'));
    return Archive.existing({ ...environment, DATA_DIR: to }, await openStore('embedded'));
  }

  look(look: Look = {}): Promise<Report> {
    return this.inside(() => (this.oracle as Oracle).look(this.api, look));
  }

  /** Sweeps without a grace period; then files and rows must agree. */
  async lookSwept(): Promise<Report> {
    const passed = [
      'UPDATE repeatable_call SET claimed_until = 0 WHERE status IS NULL',
      'UPDATE object_journal SET not_before = 0 WHERE not_before > 0',
    ];
    await (await this.copied(this.environment, passed)).leave();
    const { code, text } = await command(this.environment, ['sweep']);
    if (code !== 0) throw new Error(`sweep ends with ${code}: ${text}`);
    return this.look({ swept: true });
  }

  /** Clients at work on the running service. */
  traffic(options: Partial<TrafficOptions> & Pick<TrafficOptions, 'seed'>): Traffic {
    const door = new Door();
    door.open([this.service.url]);
    return new Traffic({ name: 'c', ledger: this.ledger, door, token: this.token as string, ...options });
  }

  /** A service starts on other data and is compared with what clients knew at a time. */
  async lookAt(dataDir: string, until: number): Promise<Report> {
    const environment = { ...this.environment, DATA_DIR: dataDir };
    const service = await ServiceProcess.start(environment);
    const archive = await this.copied(environment);
    try {
      const known = { read: () => this.ledger.read(until) };
      return await (this.oracle as Oracle).of(archive, known).look(await loggedIn(service.url));
    } finally {
      await archive.leave();
      await service.kill();
    }
  }

  async close(): Promise<void> {
    await this.running?.kill();
    await this.ledger.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
