import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationsTable, routes, testsAmong } from '../../scripts/docs/operations-table';
import { SPECIFIED_OPERATIONS } from '../../scripts/docs/specified-operations';

const ROOT = join(__dirname, '..', '..');
const testOf = testsAmong(readdirSync(join(ROOT, 'test/e2e')));

describe('the operations', () => {
  it('match docs/operations.md (npm run operations writes it)', () => {
    expect(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')).toBe(operationsTable(testOf));
  });

  it('have the method and path of the interface', () => {
    const specified = new Map(SPECIFIED_OPERATIONS.map(([number, , method, path]) => [number, `${method} ${path}`.toLowerCase()]));
    const numbered = routes().filter((route) => route.number !== null);
    const missing = [...new Set(numbered.map((route) => route.number as string))].filter(
      (number) =>
        !numbered.some((route) => route.number === number && `${route.method} ${route.path}`.toLowerCase() === specified.get(number)),
    );
    expect(missing).toEqual([]);
  });

  it('have an e2e file each', () => {
    const numbers = new Set(routes().flatMap((route) => route.number ?? []));
    expect([...numbers].filter((number) => testOf(number) === null)).toEqual([]);
  });

  it('are public only for login, renewal, share links, verification, receipt keys and health', () => {
    const open = routes().filter((route) => route.permission === null);
    expect(open.map((route) => route.path).sort()).toEqual([
      '/.well-known/acervo-selos',
      '/api/Autenticacao/Login',
      '/api/Autenticacao/RefreshToken',
      '/compartilhado/{token}',
      '/saude/pronta',
      '/saude/viva',
      '/verificar/{codigo}',
    ]);
  });
});
