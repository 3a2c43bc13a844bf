import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { parse, parseAllDocuments } from 'yaml';
import { listenForReaders } from '#infrastructure/telemetry/metrics-server';
import { VERSION } from '#src/config/version';
import { SECRETS } from '#src/config/secret-files';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] as string);

interface Compose {
  services: Record<string, { environment?: Record<string, string>; image?: string }>;
}
interface Chart {
  version: string;
  appVersion: string;
}
const manifest = JSON.parse(read('package.json')) as { version: string; engines: { node: string } };

/** What the service reads, secrets also from files. */
const known = new Set([...names(read('.env.example'), /^([A-Z0-9_]+)=/gm), ...SECRETS.map((name) => `${name}_FILE`)]);

describe('packaging', () => {
  const dockerfile = read('docker/Dockerfile');

  it('uses one exact Node version that the package allows', () => {
    const bases = names(dockerfile, /^FROM (\S+)/gm).filter((base) => base !== 'base');
    expect(bases).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-\w+-slim$/)]);
    const least = /^>=(\d+)/.exec(manifest.engines.node)?.[1];
    expect(Number(/\d+/.exec(bases[0]!)?.[0])).toBeGreaterThanOrEqual(Number(least));
    expect(names(dockerfile, /image\.base\.name="docker\.io\/library\/(\S+)"/g)).toEqual(bases);
  });

  it('has one version', () => {
    const { version, appVersion } = parse(read('deploy/helm/acervo/Chart.yaml')) as Chart;
    expect([version, appVersion, VERSION, names(dockerfile, /^ARG VERSION=(\S+)$/gm)[0]]).toEqual(Array(4).fill(manifest.version));
  });

  it('uses only existing settings', () => {
    const helpers = read('deploy/helm/acervo/templates/_helpers.tpl');
    const values = parse(read('deploy/helm/acervo/ci/full-values.yaml')) as Record<'settings' | 'secrets', object>;
    const { properties } = JSON.parse(read('deploy/helm/acervo/values.schema.json')) as {
      properties: { secrets: { properties: object }; settings: { propertyNames: { not: { enum: string[] } } } };
    };
    const given = [
      ...names(helpers, /^\s+"([A-Z0-9_]+)" /gm),
      ...names(helpers, /set \$settings "([A-Z0-9_]+)"/g),
      ...Object.keys({ ...values.settings, ...values.secrets, ...properties.secrets.properties }),
      ...properties.settings.propertyNames.not.enum,
      ...names(dockerfile, /^(?:ENV| {3}) ([A-Z_]+)=/gm),
      ...['compose', 'compose.production'].flatMap((file) => {
        const compose = parse(read(`docker/${file}.yml`), { merge: true }) as Compose;
        return Object.keys({ ...compose.services.acervo?.environment, ...compose.services.migrate?.environment });
      }),
    ];
    expect(given.length).toBeGreaterThan(40);
    expect(given.filter((name) => !known.has(name))).toEqual([]);
  });

  it('pins every image, and is valid YAML', () => {
    for (const file of readdirSync(join(ROOT, 'docker')).filter((name) => name.endsWith('.yml'))) {
      const { services } = parse(read(`docker/${file}`), { merge: true }) as Compose;
      for (const { image = '' } of Object.values(services)) expect(image).toMatch(/:(?!latest)[\w.-]+\}?$|^\$\{\w+:\?/);
    }
    for (const file of ['values.yaml', 'Chart.yaml', ...readdirSync(join(ROOT, 'deploy/helm/acervo/ci')).map((name) => `ci/${name}`)]) {
      expect(parseAllDocuments(read(`deploy/helm/acervo/${file}`)).flatMap(({ errors }) => errors)).toEqual([]);
    }
  });

  it('allows a replica enough time to stop', () => {
    const { services } = parse(read('docker/compose.production.yml'), { merge: true }) as {
      services: { acervo: { stop_grace_period: string; environment: Record<string, string> } };
    };
    const { environment, stop_grace_period: grace } = services.acervo;
    const lastSteps = Number(/LAST_STEPS_MS = ([\d_]+)/.exec(read('src/server/shutdown.ts'))?.[1]?.replaceAll('_', '')) / 1000;
    const longest = Number(environment.SHUTDOWN_DELAY_SECONDS) + Number(environment.SHUTDOWN_SECONDS) + lastSteps;
    expect(parseInt(grace, 10)).toBeGreaterThan(longest);
    expect(
      Number(
        /add \.Values\.shutdown\.delaySeconds \.Values\.shutdown\.seconds (\d+)/.exec(
          read('deploy/helm/acervo/templates/deployment.yaml'),
        )?.[1],
      ),
    ).toBeGreaterThan(lastSteps);
  });

  it('probes existing routes', () => {
    const asked = ['docker/Dockerfile', 'docker/haproxy.cfg', 'deploy/helm/acervo/templates/deployment.yaml'].flatMap((file) =>
      names(read(file), /(\/saude\/\w+)/g),
    );
    const routes = names(read('src/http/health/health.controller.ts'), /@Get\('(\w+)'\)/g).map((route) => `/saude/${route}`);
    expect(asked.length).toBeGreaterThanOrEqual(5);
    expect(asked.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it('probes liveness at the metrics port, independent of client connections', async () => {
    const [program, ...probe] = JSON.parse(/^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(dockerfile)![1]!) as string[];
    expect([program, names(dockerfile, /^ {4}METRICS_PORT=(\d+)$/gm)]).toEqual(['node', ['9464']]);
    const asked = (environment: Record<string, string>) =>
      new Promise((resolve) => spawn(process.execPath, probe, { env: environment }).on('exit', resolve));
    const listener = await listenForReaders(new Registry(), 0, '127.0.0.1');
    const port = String((listener.address() as AddressInfo).port);
    expect(await asked({ METRICS_PORT: port })).toBe(0);
    expect(await asked({ METRICS_PORT: port, METRICS_HOST: '0.0.0.0', PORT: '1' })).toBe(0);
    // Off: where the calls are.
    for (const METRICS_PORT of ['', '0']) expect(await asked({ METRICS_PORT, PORT: port })).toBe(0);
    await new Promise((resolve) => listener.close(resolve));
    expect(await asked({ METRICS_PORT: port })).toBe(1);
    const probes = names(read('deploy/helm/acervo/templates/deployment.yaml'), /path: \/saude\/viva, port: (.+) }$/gm);
    expect(probes).toEqual(Array(2).fill('{{ include "acervo.livenessPort" . }}'));
  });

  it('has in the build context what the Dockerfile copies, and neither tests nor secrets', () => {
    const script = `
      import { contextFilter } from './scripts/packaging/dockerfile.mjs';
      const takes = contextFilter('.dockerignore');
      console.log(JSON.stringify(process.argv.slice(1).filter(takes)));`;
    const copied = [
      'package.json',
      'package-lock.json',
      '.npmrc',
      'nest-cli.json',
      'tsconfig.json',
      'LICENSE',
      'src/main.ts',
      'libs/x/src/a.ts',
      'scripts/build/compile.mjs',
    ];
    const left = [
      '.env',
      '.git/config',
      'data/keys/jwt',
      'docker/secrets/jwt-secret',
      'src/config.spec.ts',
      'libs/x/test/a.ts',
      'test/a.ts',
    ];
    const args = ['--no-warnings', '--input-type=module', '-e', script, '--', ...copied, ...left];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
    expect([stderr, JSON.parse(stdout || '[]')]).toEqual(['', copied]);
  });
});
