import type { DataSource, QueryRunner } from 'typeorm';
import type { Metrics } from '#libs/metrics';
import type { Tracing } from '#application/telemetry/tracing';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 20];
const SYSTEM: Readonly<Record<string, string>> = { mysql: 'mysql', mariadb: 'mariadb' };

/** mysql2 counts its connections nowhere else. */
interface Pool {
  _allConnections: { length: number };
  _freeConnections: { length: number };
  _connectionQueue: { length: number };
}

/** Times every statement of the data source, and tells who traces of it: its text, in which every value is a `?`. */
export function observeStatements(dataSource: DataSource, metrics: Metrics, tracing: Tracing): DataSource {
  const duration = metrics.histogram('acervo_database_statement_duration_seconds', 'From asking to the answer, waiting for a connection included.', SECONDS).of(); // prettier-ignore
  const failures = metrics.counter('acervo_database_statement_failures_total', 'Statements that failed, conflicts included.').of();
  const system = SYSTEM[dataSource.options.type] ?? 'sqlite';
  const observed = async (sql: string, ask: () => Promise<unknown>): Promise<unknown> => {
    const begun = performance.now();
    try {
      return await (tracing.isOn
        ? tracing.step(`${verbOf(sql)} ${system}`, { 'db.system.name': system, 'db.query.text': sql }, ask)
        : ask());
    } catch (error) {
      failures.add();
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
  observePool(dataSource, metrics);
  return dataSource;
}

const verbOf = (sql: string) => /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? '';

function observePool(dataSource: DataSource, metrics: Metrics): void {
  const connections = metrics.gauge('acervo_database_pool_connections', 'Connections to the database, by what they do.', ['state']);
  const size = metrics.gauge('acervo_database_pool_size', 'How many connections there may be.').of();
  const waiting = metrics.gauge('acervo_database_pool_waiting', 'Callers that wait for a connection.').of();
  const { options, driver } = dataSource;
  const { pool } = driver as unknown as { pool?: Pool };
  size.set((options as { poolSize?: number }).poolSize ?? 1);
  metrics.beforeReading(() => {
    const free = pool?._freeConnections.length ?? 0;
    connections.of('in use').set((pool?._allConnections.length ?? 0) - free);
    connections.of('idle').set(free);
    waiting.set(pool?._connectionQueue.length ?? 0);
  });
}
