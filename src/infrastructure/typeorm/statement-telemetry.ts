import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DataSource, QueryRunner } from 'typeorm';
import type { Tracing } from '#application/telemetry/tracing';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20];
const SYSTEM: Readonly<Record<string, string>> = { mysql: 'mysql', mariadb: 'mariadb' };

/** The only place where mysql2 exposes its connection counts. */
interface Pool {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

/** Measures every statement of the data source and reports its text to tracing; values are replaced by `?`. */
export function observeStatements(dataSource: DataSource, registry: Registry, tracing: Tracing): DataSource {
  const registers = [registry];
  const duration = new Histogram({
    name: 'acervo_database_statement_duration_seconds',
    help: 'From asking to the answer, waiting for a connection included.',
    buckets: SECONDS,
    registers,
  });
  const failures = new Counter({
    name: 'acervo_database_statement_failures_total',
    help: 'Statements that failed, conflicts included.',
    registers,
  });
  const system = SYSTEM[dataSource.options.type] ?? 'sqlite';
  const observed = async (sql: string, ask: () => Promise<unknown>): Promise<unknown> => {
    const begun = performance.now();
    try {
      return await (tracing.isOn
        ? tracing.step(`${verbOf(sql)} ${system}`, { 'db.system.name': system, 'db.query.text': sql }, ask)
        : ask());
    } catch (error) {
      failures.inc();
      throw error;
    } finally {
      duration.observe((performance.now() - begun) / 1000);
    }
  };
  const create = dataSource.createQueryRunner.bind(dataSource);
  dataSource.createQueryRunner = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner) as (...args: unknown[]) => Promise<unknown>;
    runner.query = ((sql: string, ...more: unknown[]) => observed(sql, () => query(sql, ...more))) as QueryRunner['query'];
    return runner;
  };
  observePool(dataSource, registers);
  return dataSource;
}

const verbOf = (sql: string) => /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? '';

function observePool(dataSource: DataSource, registers: Registry[]): void {
  const { options, driver } = dataSource;
  const { pool } = driver as unknown as { pool?: Pool };
  new Gauge({
    name: 'acervo_database_pool_connections',
    help: 'Connections to the database, by what they do.',
    labelNames: ['state'],
    registers,
    collect() {
      const free = pool?._freeConnections.length ?? 0;
      this.labels('in use').set((pool?._allConnections.length ?? 0) - free);
      this.labels('idle').set(free);
    },
  });
  new Gauge({ name: 'acervo_database_pool_size', help: 'How many connections there may be.', registers }).set(
    (options as { poolSize?: number }).poolSize ?? 1,
  );
  new Gauge({
    name: 'acervo_database_pool_waiting',
    help: 'Callers that wait for a connection.',
    registers,
    collect() {
      this.set(pool?._connectionQueue.length ?? 0);
    },
  });
}
