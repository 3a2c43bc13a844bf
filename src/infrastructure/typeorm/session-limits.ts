import type { DataSource, QueryRunner } from 'typeorm';

export type Product = 'mysql' | 'mariadb' | 'vitess';

const PRODUCTS = new WeakMap<DataSource, Product>();
export const rememberProduct = (dataSource: DataSource, product: Product) => void PRODUCTS.set(dataSource, product);
export const productOf = (dataSource: DataSource): Product => PRODUCTS.get(dataSource) ?? 'mysql';

/**
 * A session that is stopped or disconnected inside a transaction is rolled back after this time, which frees its locks. MySQL ends any idle
 * session; MariaDB has a separate limit for transactions.
 */
const SILENCE_SECONDS = 12;
const DAY_SECONDS = 86_400;
/** Vitess does not tell silence from work: what a whole transaction may take. */
const TRANSACTION_SECONDS = 60;

const idleSession = (seconds: number) => `SET SESSION wait_timeout = ${seconds}`;
const silence: Readonly<Record<Product, (seconds: number) => string[]>> = {
  mysql: (seconds) => [idleSession(seconds)],
  mariadb: (seconds) => [idleSession(seconds), `SET SESSION idle_transaction_timeout = ${seconds}`],
  vitess: (seconds) => [`SET SESSION transaction_timeout = ${Math.max(seconds, TRANSACTION_SECONDS) * 1000}`],
};

/** The server aborts a long query, and the client gives up a little later. */
const query: Readonly<Record<Product, (seconds: number) => string>> = {
  mysql: (seconds) => `SET SESSION max_execution_time = ${seconds * 1000}`,
  mariadb: (seconds) => `SET SESSION max_statement_time = ${seconds}`,
  // The variable of MySQL is accepted there, and ignored.
  vitess: (seconds) => `SET SESSION query_timeout = ${seconds * 1000}`,
};

export const limitsOf = (product: Product, statementSeconds: number): string[] => [
  ...silence[product](SILENCE_SECONDS),
  query[product](statementSeconds),
];

/** Allows long idle times in a transaction without locks; the connection must not be reused afterwards. */
export async function allowSilence(runner: QueryRunner): Promise<void> {
  for (const sql of silence[productOf(runner.connection)](DAY_SECONDS)) await runner.query(sql);
}
