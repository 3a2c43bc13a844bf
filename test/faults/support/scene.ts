import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Api, loggedIn } from '../../e2e/support/api';
import { Chance } from '../../e2e/support/chance';
import { Ledger } from '../oracle/ledger';
import type { Environment } from '../../support/store';
import { Oracle, type Look, type Report } from '../oracle/oracle';
import { Archive, type ArchiveOptions } from './archive';
import { Door } from './door';
import { ServiceProcess } from './service-process';
import { Traffic, type TrafficOptions } from './traffic';

/** An archive, its ledger and its oracle, and the processes that serve it. */
export class Scene {
  readonly door = new Door();
  readonly processes: ServiceProcess[] = [];
  private token: string | undefined;
  private traffics = 0;

  private constructor(
    readonly archive: Archive,
    readonly ledger: Ledger,
    readonly oracle: Oracle,
    readonly seed: number,
    private readonly folder: string,
  ) {}

  static async open(options: ArchiveOptions = {}): Promise<Scene> {
    const { seed } = Chance.fromEnvironment();
    process.stdout.write(`ACERVO_SEED=${seed}\n`);
    const folder = await mkdtemp(join(tmpdir(), 'acervo-ledger-'));
    const archive = await Archive.open(options);
    const ledger = await Ledger.open(join(folder, 'ledger.jsonl'));
    return new Scene(archive, ledger, await Oracle.open(archive, ledger), seed, folder);
  }

  /** One more process, which clients do not know of. `environment`: where it differs from the archive's, such as by a wire that can be broken. */
  async spare(failpoint?: string, environment: Environment = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.start(
      { ...this.archive.environment, ...environment },
      failpoint === undefined ? {} : { failpoint },
    );
    this.processes.push(service);
    this.token ??= (await loggedIn(service.url)).token as string;
    return service;
  }

  /** Clients are sent to these from now on. */
  serve(...services: readonly ServiceProcess[]): void {
    this.door.open(services.map(({ url }) => url));
  }

  /** One more process, and clients are sent there. */
  async start(failpoint?: string, environment?: Environment): Promise<ServiceProcess> {
    const service = await this.spare(failpoint, environment);
    this.serve(service);
    return service;
  }

  /** A user who is logged in at this process. */
  at({ url }: ServiceProcess): Api {
    return new Api(url, this.token as string);
  }

  traffic(options: Partial<TrafficOptions> = {}): Traffic {
    const name = `t${++this.traffics}c`;
    return new Traffic({ name, ledger: this.ledger, door: this.door, token: this.token as string, seed: this.seed, ...options });
  }

  /** A client of whatever process lives. */
  async api(): Promise<Api> {
    return new Api(await this.door.url(0), this.token as string);
  }

  async look(look: Look = {}): Promise<Report> {
    const report = await this.oracle.look(await this.api(), look);
    process.stdout.write(`oracle: ${report.text}\n`);
    return report;
  }

  /** Sweeps without a grace period; then bucket and rows must agree. */
  async lookSwept(look: Look = {}): Promise<Report> {
    await this.archive.passLeases();
    await this.archive.sweep();
    return this.look({ ...look, swept: true });
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((service) => service.kill()));
    await this.ledger.close();
    await this.archive.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
