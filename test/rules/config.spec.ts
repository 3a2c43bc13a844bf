import { availableParallelism } from 'node:os';
import { readConfig } from '#src/config';
import { configProblems } from '../support/config-problems';

const KEYS = { JWT_SECRET: 'abcdefgh'.repeat(4), LINK_SECRET: 'ijklmnop'.repeat(4) };

describe('the configuration', () => {
  it('needs no settings in embedded mode', () => {
    const config = readConfig({});
    expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', baseUrl: 'http://localhost:3000', loadDemo: true });
    expect(config.shareUrl).toBe('http://localhost:3000/compartilhado');
  });

  it('runs several processes only beside a database with several writers', () => {
    const database = { DATABASE_URL: 'mysql://db/acervo', ...KEYS };
    expect([readConfig({}).workers, readConfig({ WORKERS: 'auto' }).workers, readConfig(database).workers]).toEqual([1, 1, 1]);
    expect(readConfig({ ...database, WORKERS: '3' }).workers).toBe(3);
    expect(readConfig({ ...database, WORKERS: 'auto' }).workers).toBe(availableParallelism());
    expect(configProblems({ WORKERS: '2' })).toEqual([expect.stringMatching(/^WORKERS must be 1 without DATABASE_URL: /)]);
    for (const wrong of ['0', '1.5', '129', 'all'])
      expect(configProblems({ ...database, WORKERS: wrong })).toEqual(['WORKERS must be auto, or a whole number from 1 to 128']);
  });

  it('names every problem at once', () => {
    const problems = configProblems({
      DATABASE_URL: 'mysql://db/acervo',
      PORT: 'x',
      S3_ENDPOINT: 'ftp://s3',
      JWT_SECRET: 'short',
      TZ: 'Mars',
    });
    const named = ['PORT', 'TZ', 'S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'JWT_SECRET', 'LINK_SECRET'];
    for (const name of named) expect(problems.filter((problem) => problem.startsWith(`${name} `))).toHaveLength(1);
  });

  it('neither generates keys nor loads the demo archive in production', () => {
    expect(configProblems({ NODE_ENV: 'production' })).toHaveLength(2);
    expect(configProblems({ NODE_ENV: 'production', ...KEYS, DEMO_ARCHIVE: 'true' })).toEqual([
      'DEMO_ARCHIVE cannot be loaded in production',
    ]);
  });

  it('loads the demo archive, whose passwords are public, only on loopback unless it is requested', () => {
    for (const env of [{ NODE_ENV: 'prod' }, { NODE_ENV: 'Production' }, { NODE_ENV: 'PROD' }] as Record<string, string>[]) {
      expect(configProblems(env)).toHaveLength(2);
      expect(readConfig({ ...env, ...KEYS })).toMatchObject({ production: true, loadDemo: false });
    }
    for (const host of ['127.0.0.1', '127.0.0.5', 'localhost', '::1']) expect(readConfig({ HOST: host }).loadDemo).toBe(true);
    for (const host of ['0.0.0.0', '::', '10.0.0.5', 'localhost.example', '127.example']) {
      expect(readConfig({ HOST: host }).loadDemo).toBe(false);
      expect(readConfig({ HOST: host, DEMO_ARCHIVE: 'true' }).loadDemo).toBe(true);
    }
  });

  it('refuses weak and equal keys', () => {
    expect(configProblems({ ...KEYS, JWT_SECRET: 'x'.repeat(64) })).toEqual([
      expect.stringMatching(/^JWT_SECRET is too weak: .*different/),
    ]);
    expect(configProblems({ ...KEYS, AUDIT_SECRET: 'ab'.repeat(32) })).toEqual([expect.stringMatching(/^AUDIT_SECRET is too weak/)]);
    expect(configProblems({ ...KEYS, LINK_SECRET: KEYS.JWT_SECRET })).toEqual(['LINK_SECRET must differ from JWT_SECRET']);
    expect(configProblems({ ...KEYS, AUDIT_SECRET: KEYS.LINK_SECRET })).toEqual(['AUDIT_SECRET must differ from LINK_SECRET']);
  });

  it('enables failpoints only with the crash-test switch, which production refuses', () => {
    expect(readConfig({}).failpoint).toBeNull();
    expect(readConfig({ FAULT_TESTS: 'true' }).failpoint).toBeNull();
    expect(readConfig({ FAULT_TESTS: 'true', FAILPOINT: 'before-commit' }).failpoint).toEqual({ name: 'before-commit', passage: 1 });
    expect(readConfig({ FAULT_TESTS: 'true', FAILPOINT: 'part-stored:12' }).failpoint).toEqual({ name: 'part-stored', passage: 12 });
    const testing = { FAULT_TESTS: 'true' };
    const production = { NODE_ENV: 'production', ...KEYS };
    const usual: Record<string, string>[] = [{}, { FAULT_TESTS: 'false' }, production];
    for (const env of usual) {
      expect(configProblems({ ...env, FAILPOINT: 'before-commit' })).toEqual([expect.stringMatching(/^FAILPOINT .* FAULT_TESTS=true$/)]);
    }
    expect(configProblems({ ...production, ...testing })).toEqual(['FAULT_TESTS cannot be switched on in production']);
    for (const wrong of ['before-commit:0', 'before-commit:x', ':3', 'A']) {
      expect(configProblems({ ...testing, FAILPOINT: wrong })).toEqual([expect.stringMatching(/^FAILPOINT must be/)]);
    }
  });

  it('accepts valid collector headers, and names the setting of invalid ones', () => {
    const problemsWith = (headers: string) =>
      configProblems({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_EXPORTER_OTLP_HEADERS: headers });
    for (const right of ['', 'api-key=a%20key', 'a=1, b=2=3,', 'authorization=Basic%20YQ=='])
      expect([right, problemsWith(right)]).toEqual([right, []]);
    for (const wrong of ['a=100%', 'a=%zz', 'a=%ff', 'a=1,b=%0d%0ac', 'no name=1', '=1'])
      expect([wrong, problemsWith(wrong)]).toEqual([
        wrong,
        [expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs/)],
      ]);
  });

  it('allows only the listed CORS origins', () => {
    expect(readConfig({}).corsOrigins).toEqual([]);
    const given = 'https://erp.example.com, http://localhost:5173 https://[::1]:8443';
    expect(readConfig({ CORS_ORIGINS: given }).corsOrigins).toEqual([
      'https://erp.example.com',
      'http://localhost:5173',
      'https://[::1]:8443',
    ]);
    for (const wrong of ['*', 'null', 'https://*.example.com', 'https://erp.example.com/', 'https://erp.example.com/a', 'HTTPS://ERP.example.com', 'erp.example.com', 'https://erp.example.com:443', 'file:///x']) // prettier-ignore
      expect([wrong, configProblems({ CORS_ORIGINS: `https://a.example, ${wrong}` })]).toEqual([wrong, [expect.stringMatching(/^CORS_ORIGINS must name origins/)]]); // prettier-ignore
  });

  it('refuses a short metrics token', () => {
    expect(readConfig({}).metricsToken).toBeNull();
    expect(configProblems({ METRICS_TOKEN: 'short' })).toEqual([expect.stringMatching(/^METRICS_TOKEN is too weak/)]);
  });

  it('shows no secret', () => {
    const config = readConfig({ JWT_SECRET: 'a very secret text of some length', LINK_SECRET: 'another secret text of some length' });
    expect(`${JSON.stringify(config)} ${String(config.jwtSecret)}`).not.toMatch(/secret text/);
  });
});
