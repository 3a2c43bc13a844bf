import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { ModulesContainer, type ApplicationConfig } from '@nestjs/core';
import { PUBLIC } from '#http/auth/public.decorator';
import { guards, interceptors } from '#http/http.module';
import { OPERATION, type OperationSpec } from '#http/openapi/operation-spec';
import { readConfig } from '#src/config';
import { createApp } from '#src/server/create-app';

const ROOT = join(__dirname, '..', '..');

const sources = ['src', 'libs']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !/^libs\/[^/]+\/test\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

const saying = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .sort();
/** For values: a type alone does nothing. */
const importing = (name: string) => saying(new RegExp(`^(?:import (?!type)|} from|export \\* from).*'${name}(?:/[^']*)?'`, 'm'));

/** The house that the owner's card asks for (docs/adr/0005-request-pipeline.md). */
describe('the design card', () => {
  it.each([
    ['@nestjs/core', 'src/server/create-app.ts'],
    ['@nestjs/platform-express', 'src/http/server/acervo-adapter.ts'],
    ['@nestjs/swagger', 'src/http/openapi/operation.ts'],
    ['@nestjs/passport', 'src/http/auth/jwt-auth.guard.ts'],
    ['@nestjs/passport', 'src/http/auth/jwt.strategy.ts'],
    ['passport-jwt', 'src/http/auth/jwt.strategy.ts'],
    ['typeorm', 'src/infrastructure/typeorm/data-source.ts'],
    ['mysql2', 'src/infrastructure/typeorm/data-source.ts'],
    ['@aws-sdk/client-s3', 'src/infrastructure/s3/s3-client.ts'],
  ])('%s is used in %s', (name, file) => {
    expect(importing(name)).toContain(file);
  });

  it.each(['class-validator', 'class-transformer'])('%s reads the DTOs, in src/http/validation', (name) => {
    expect(importing(name)).toContain('src/http/validation/dto.pipe.ts');
    expect(saying(new RegExp(`} from '${name}'`))).toContain('src/http/validation/decorators.ts');
  });

  it('runs its tests with jest, and has its files and folders at the top', () => {
    const { scripts, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >;
    expect(devDependencies).toHaveProperty('jest');
    expect(scripts!.test).toBe('node scripts/test.mjs');
    const files = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'package.json', 'nest-cli.json', 'tsconfig.json', '.env.example'];
    const layers = ['domain', 'application', 'infrastructure', 'http', 'cli', 'main.ts'].map((name) => `src/${name}`);
    for (const name of [...files, 'docs', 'docker', 'libs', 'src', 'test', ...layers])
      expect([name, existsSync(join(ROOT, name))]).toEqual([name, true]);
  });

  it('checks an access token in one place', () => {
    // The strategy for a type alone: the verification is passport-jwt's.
    expect(saying(/'jsonwebtoken'/)).toEqual(['src/http/auth/jwt.strategy.ts', 'src/infrastructure/keys/jwt-tokens.ts']);
    expect(saying(/'(?:jose|jws|jsonwebtoken\/[^']*|@nestjs\/jwt)'/)).toEqual([]);
    expect(saying(/jwt\.(?:verify|decode)\(/)).toEqual([]);
    expect(importing('passport-jwt')).toEqual(['src/http/auth/jwt.strategy.ts']);
    expect(saying(/import .*AccessTokenTerms/)).toEqual([
      'src/http/auth/jwt.strategy.ts',
      'src/infrastructure/infrastructure.module.ts',
      'src/infrastructure/keys/jwt-tokens.ts',
    ]);
    // Reading the header and verifying by hand are lint errors elsewhere (eslint.config.mjs).
  });

  it('builds DTOs in one place', () => {
    expect(saying(/extends ValidationPipe/)).toEqual(['src/http/validation/dto.pipe.ts']);
    expect(saying(/plainTo(?:Instance|ClassFromExist)\(|validateSync\(/).filter((file) => file.startsWith('src/http/'))).toEqual([
      'src/http/validation/dto.pipe.ts',
    ]);
    // A line of a CSV file is read as a body would be.
    expect(saying(/new DtoPipe\(/)).toEqual(['src/cli/import/line-import.ts']);
    expect(saying(/'(?:body-parser|multer|qs|@nestjs\/platform-express\/multer)'/)).toEqual([]);
    expect(saying(/createParamDecorator\(/)).toEqual(['src/http/validation/parameters.ts']);
    // Reads it from the connection; makes the DTO; takes the client out of the DTO. After a dollar it is an expression of OpenAPI.
    expect(saying(/(?<!\$)\brequest\.body\b(?!`)|\bbody\b[^}]*\} = request\b/)).toEqual([
      'src/http/auth/scope-after-body.ts',
      'src/http/upload/body.interceptor.ts',
      'src/http/validation/dto.pipe.ts',
    ]);
  });
});

describe('a statement that is written out', () => {
  /** They open, migrate and watch the database, where no repository is yet. */
  const PLUMBING = /typeorm\/(?:sql|data-source|migrate|mysql-deadlines|schema-version|serving-lock|sqlite-driver|sqlite-isolation)\.ts$/;
  const SQL = /\bSELECT\b|\bINSERT INTO\b|\bUPDATE \S+ SET\b|\bDELETE FROM\b/;
  const withoutComments = (text: string) => text.replace(/\/\*(?![!+])[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

  it('says why no repository serves (ADR 1)', () => {
    const files = sources.filter(
      ({ file, text }) => file.startsWith('src/infrastructure/typeorm/') && !PLUMBING.test(file) && SQL.test(withoutComments(text)),
    );
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter(({ text }) => !/Raw SQL?(?: \([^)]*\))?:[\s*]*\S/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it('names no column by a word that Vitess keeps for itself', () => {
    expect(saying(/\bAS (?:now|next)\b/)).toEqual([]);
  });
});

describe('the routes of the running application', () => {
  let app: INestApplication;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'acervo-card-'));
    app = await createApp(
      readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', SWEEP_MINUTES: '0', METRICS_TOKEN: randomBytes(32).toString('hex') }),
    );
    await app.init();
  });
  afterAll(async () => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const handlers = () =>
    [...app.get(ModulesContainer).values()]
      .flatMap(({ controllers }) => [...controllers.values()])
      .flatMap(({ metatype }) => {
        const { prototype } = metatype as { prototype: object };
        return Object.getOwnPropertyNames(prototype)
          .filter((name) => name !== 'constructor')
          .map((name) => Reflect.get(prototype, name) as object)
          .filter((handler) => Reflect.hasMetadata('path', handler))
          .map((handler) => ({ controller: metatype as object, handler }));
      });
  const pathsOf = (path: string | string[]) => [path].flat().map((each) => each.replace(/^\/|\/$/g, ''));

  it('are all behind all guards, in order', () => {
    const { config } = app as unknown as { config: ApplicationConfig };
    expect(config.getGlobalGuards().map(({ constructor }) => constructor)).toEqual(guards);
    for (const { controller, handler } of handlers())
      for (const target of [controller, handler]) expect(Reflect.getMetadata('__guards__', target)).toBeUndefined();
  });

  it('require a token unless declared public, and read a body only where declared', () => {
    expect(handlers().length).toBeGreaterThan(40);
    for (const { handler } of handlers()) {
      const { permission, body, dryRun } = Reflect.getMetadata(OPERATION, handler) as OperationSpec;
      expect([handler, Reflect.getMetadata(PUBLIC, handler) ?? false]).toEqual([handler, permission === null]);
      const used = (Reflect.getMetadata('__interceptors__', handler) ?? []) as unknown[];
      const hasDryRun = dryRun === 'rehearsed' || dryRun === 'own';
      expect([handler, used.length]).toEqual([handler, body !== undefined || hasDryRun ? 1 : 0]);
      expect(interceptors).toEqual(expect.arrayContaining(used));
    }
  });

  it('are the only ones besides the pages, the reference and the metrics', () => {
    const { router } = app.getHttpAdapter().getInstance() as { router: { stack: { route?: { path: string } }[] } };
    const declared = handlers().flatMap(({ controller, handler }) => {
      const [base] = pathsOf(Reflect.getMetadata('path', controller) as string);
      return pathsOf(Reflect.getMetadata('path', handler) as string).map((path) => `/${[base, path].filter(Boolean).join('/')}`);
    });
    const others = router.stack.map(({ route }) => route?.path).filter((path) => path !== undefined && !declared.includes(path));
    expect([...new Set(others)].sort()).toEqual([
      '/',
      '/favicon.ico',
      '/metricas',
      ...['/openapi.en.json', '/openapi.en.yaml', '/openapi.json', '/openapi.yaml'],
      '/robots.txt',
      '/verificar',
    ]);
  });
});
