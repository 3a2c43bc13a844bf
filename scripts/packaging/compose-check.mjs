/** The compose files as Compose itself reads them, and that nothing secret has a default. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { haproxySettings } from './proxy.mjs';
import { expect, had } from './expect.mjs';
import { COMPOSE, compose, haproxy } from './tools.mjs';

/** What docker/compose.production.yml demands; it says itself what is missing. */
const PRODUCTION = {
  ACERVO_IMAGE: 'acervo:0.1.0',
  BASE_URL: 'https://acervo.example',
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'acervo',
};

export async function checkCompose(log) {
  const program = await had(compose(log));
  const config = (file, environment = {}) =>
    spawnSync(program, ['-f', file, 'config', '--format', 'json'], { env: { PATH: process.env.PATH, ...environment }, encoding: 'utf8' });
  const read = (file, environment) => {
    const { status, stdout, stderr } = config(file, environment);
    expect(status === 0 && stderr === '', `${file}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const development = read('docker/compose.yml');
  read('docker/compose.e2e.yml');
  const { services } = read('docker/compose.production.yml', PRODUCTION);
  for (const name of Object.keys(PRODUCTION)) {
    const { status } = config('docker/compose.production.yml', { ...PRODUCTION, [name]: '' });
    expect(status !== 0, `docker/compose.production.yml can do without ${name}`);
  }
  for (const [name, service] of Object.entries(services)) {
    const hardened = service.read_only && service.cap_drop?.join() === 'ALL' && service.security_opt?.join() === 'no-new-privileges:true';
    expect(hardened, `${name} of docker/compose.production.yml may do more than it needs`);
  }
  madeSecrets(development);
  return `docker-compose ${COMPOSE.version} reads all three; ${await proxyConfiguration(log)}`;
}

/** Every secret that docker/compose.yml hands out is made by its own program, at random, and stays. */
function madeSecrets({ services }) {
  const folder = mkdtempSync(join(tmpdir(), 'acervo-secrets-'));
  try {
    const make = () => {
      execFileSync(process.execPath, ['docker/development/make-secrets.mjs', folder]);
      return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
    };
    const [made, again] = [make(), make()];
    expect(JSON.stringify(made) === JSON.stringify(again), 'docker/development/make-secrets.mjs replaces what it has made');
    expect(made['database-url'].includes(`:${made.mysql}@`), 'the address of the database has another password');
    const asked = Object.values(services).flatMap(({ environment = {} }) => Object.values(environment).map((value) => String(value)));
    for (const path of asked.filter((value) => value.startsWith('/secrets/')))
      expect(made[path.slice('/secrets/'.length)], `nobody makes ${path}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proxyConfiguration(log) {
  const [command, ...args] = await had(haproxy(log));
  const { folder, file, environment } = haproxySettings({ plain: 8080, encrypted: 8443, replicas: 'acervo:3000' });
  try {
    execFileSync(command, [...args, '-c', '-f', file], { env: environment, stdio: 'pipe' });
    return 'haproxy takes its configuration';
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
