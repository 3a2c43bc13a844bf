import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext } from '@nestjs/common';
import { ArchiveChange } from '#application/provisioning/archive-change';
import { ExportArchive } from '#application/provisioning/export-archive.use-case';
import { Sweeper, type Swept } from '#application/files/sweeper';
import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { SealKeys } from '#application/ports/audit-trail';
import { operator } from '#domain/access/actor';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { Sql } from '#infrastructure/typeorm/sql';
import { AppModule } from '#src/app.module';
import { loadDemoArchive } from '#src/demo/load-demo-archive';
import { readConfig, type Config } from '#src/config';
import { migrate, openStore, type Environment, type Store } from '../../support/store';
import { objectsOf, type Objects } from './objects';
import { STORAGE } from './size';

const BASE = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', SWEEP_MINUTES: '0', DEMO_ARCHIVE: 'false', NODE_ENV: 'test' };

export interface ArchiveOptions {
  storage?: string;
  /** Address of a database server of the caller's own. */
  database?: string;
  environment?: Environment;
}

/** A database and a bucket with the demo archive in them, and a view of both that needs no running service. */
export class Archive {
  private constructor(
    /** Of every process of the service on this storage. */
    readonly environment: Environment,
    readonly config: Config,
    readonly objects: Objects,
    private readonly inside: INestApplicationContext,
    private readonly store: Store,
  ) {}

  static async open({ storage = STORAGE, database, environment: more = {} }: ArchiveOptions = {}): Promise<Archive> {
    const dataDir = await mkdtemp(join(tmpdir(), 'acervo-faults-'));
    const store = await openStore(storage, database);
    const environment = { ...BASE, DATA_DIR: dataDir, ...store.environment, ...more };
    const config = readConfig(environment);
    await migrate(config);
    const archive = await Archive.existing(environment, store);
    await loadDemoArchive(archive.inside);
    return archive;
  }

  /** One that is there already. */
  static async existing(environment: Environment, store: Store): Promise<Archive> {
    const config = readConfig(environment);
    return new Archive(environment, config, objectsOf(config), await insideOf(config), store);
  }

  get sql(): Sql {
    return this.inside.get(Sql);
  }

  /** As a process verifies it that starts now: the key may have been exchanged, or an epoch begun. */
  get trail(): Pick<VerifyTrail, 'execute'> {
    return {
      execute: async (...former) => {
        await this.inside.get(SealKeys).adopt();
        return this.inside.get(VerifyTrail).execute(...former);
      },
    };
  }

  /** Lets claims of dead processes expire; no process may be running. */
  async passLeases(): Promise<void> {
    await this.sql.write('UPDATE repeatable_call SET claimed_until = 0 WHERE status IS NULL');
    await this.passGrace();
  }

  /** As if uploads had no time at all, and deleted files were not kept. */
  async passGrace(): Promise<number> {
    return (await this.sql.write('UPDATE object_journal SET not_before = 0 WHERE not_before > 0')).affected;
  }

  /** As an operator would, from a process of his own. */
  async setMandatory(label: string, mandatory: boolean): Promise<void> {
    const edited = JSON.parse(JSON.stringify(await this.definition()), (_, value: { label?: string } | null) =>
      value?.label === label ? { ...value, mandatory } : value,
    ) as ArchiveDefinition;
    const input = { definition: edited, tables: new Map(), problems: [] };
    await this.inside.get(ArchiveChange).apply(operator('apply', 'test'), input, { dryRun: false, allowRemove: true });
  }

  sweep(): Promise<Swept> {
    return this.inside.get(Sweeper).sweep();
  }

  /** One more sweeper, with connections of its own. */
  async sweeper(): Promise<{ sweep(): Promise<Swept>; close(): Promise<void> }> {
    const inside = await insideOf(this.config);
    return { sweep: () => inside.get(Sweeper).sweep(), close: () => inside.close() };
  }

  /** What `acervo export --ids` writes. */
  async definition(): Promise<ArchiveDefinition> {
    return (await this.inside.get(ExportArchive).execute({ ids: true, passwordHashes: false })).definition;
  }

  /** Ends the view; all data stays. */
  async leave(): Promise<void> {
    this.objects.close();
    await this.inside.close();
  }

  async close(): Promise<void> {
    for (const key of (await this.objects.sizes()).keys()) await this.objects.remove(key);
    await this.leave();
    await this.store.remove();
    await rm(this.environment.DATA_DIR as string, { recursive: true, force: true });
  }
}

const insideOf = (config: Config): Promise<INestApplicationContext> =>
  NestFactory.createApplicationContext(AppModule.with(config), { logger: false, abortOnError: false });
