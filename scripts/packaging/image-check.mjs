/** The image, built and used as docker/compose.production.yml uses it: secrets in files, a read-only root, HAProxy with TLS in front. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServers } from '../servers.mjs';
import { freePort } from '../servers/ports.mjs';
import { within } from '../servers/processes.mjs';
import { buildStages, whyNoStages } from './build-stages.mjs';
import { runContainer } from './containers.mjs';
import { contextFilter, imageOf, nodeVersionOf, stagesOf } from './dockerfile.mjs';
import { expect, NotHad } from './expect.mjs';
import { proxyTo } from './proxy.mjs';
import { storageOf } from './storage.mjs';
import { nodeOf } from './tools.mjs';

const COMMAND_WITHIN_MS = 120_000;
const [CLIENT, UNIT, LEVEL] = ['Empresa Exemplo', 'Unidade Central', ['Financeiro', 'Notas Fiscais']];
const INVENTED = '203.0.113.9';
const LARGE = 24 * 1024 * 1024;
const acervo = (...words) => ['node', 'dist/src/cli/acervo.js', ...words];

/** As a user of the archive: a document with a large file and a PDF, which is then signed. */
async function use(ask, stableId, password) {
  const idCliente = stableId('client', CLIENT);
  const headers = { 'content-type': 'application/json', accept: 'application/octet-stream, application/json', 'x-forwarded-for': INVENTED };
  const call = async (path, body, query = {}) => {
    const sent = { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await ask(`${path}?${new URLSearchParams(query)}`, sent);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.ok, `${path} is answered ${response.status}: ${bytes.subarray(0, 300)}`);
    return bytes;
  };
  const said = async (...words) => JSON.parse(await call(...words));
  headers.authorization = `Bearer ${(await said('/api/Autenticacao/Login', { username: 'demo', password })).Token}`;
  const place = { idUnidade: stableId('unit', UNIT), idCliente, idArvoreOrganizacional: stableId('level', CLIENT, ...LEVEL) };
  const large = randomBytes(LARGE);
  const pdf = readFileSync('libs/pdf-signature/test/fixtures/a0.pdf');
  const file = (nomeAmigavel, extensao, contentType, content) => ({
    nomeAmigavel,
    extensao,
    contentType,
    compartilhado: false,
    arquivo: content.toString('base64'),
  });
  const document = {
    valoresCampos: [
      { label: 'Número', valorCampo: '2001' },
      { label: 'Data de Emissão', valorCampo: '21/11/2026' },
    ],
    arquivos: [file('Grande', 'bin', 'application/octet-stream', large), file('Contrato', 'pdf', 'application/pdf', pdf)],
  };
  const { arquivos } = await said('/api/v3/Documento', document, place);
  const fetched = await call(`/api/Arquivo/${arquivos[0].idArquivo}/Cliente/${idCliente}`);
  expect(fetched.equals(large), `of a file of ${LARGE} bytes come back ${fetched.length}, not the same`);
  const signatory = { label: 'CPF', valor: '529.982.247-25' };
  const [signed] = await said('/api/Arquivo/assinar-arquivos', {
    origemAssinatura: stableId('origin', CLIENT, 'Assinado eletronicamente pelo sistema de demonstração'),
    idCliente,
    dadosSignatario: { email: 'ana.souza@exemplo.com.br', nome: { label: 'Diretora', valor: 'Ana Souza' }, documento: signatory },
    arquivos: [arquivos[1].idArquivo],
  });
  expect(signed.versao === '2', `the PDF was not signed: ${JSON.stringify(signed)}`);
}

async function serving(container, port) {
  let over = false;
  void container.ended.then(() => (over = true));
  const began = performance.now();
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/saude/pronta`).catch(() => ({ ok: false }));
    if (ready.ok) return;
    expect(!over && performance.now() - began < COMMAND_WITHIN_MS, `the service does not answer: ${container.words()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function live({ run, image, node, servers, folder, stage, log }) {
  const secrets = join(folder, 'secrets');
  mkdirSync(secrets);
  const { environment: stored, addresses, remove } = await storageOf(servers, secrets);
  const [port, metricsPort] = [await freePort(), await freePort()];
  const environment = {
    ...stored,
    PORT: port,
    METRICS_PORT: metricsPort,
    BASE_URL: 'https://acervo.example',
    TRUSTED_PROXIES: '1',
    RATE_LIMITS: '4/1',
    LOG_LEVEL: 'warn',
  };
  const command = async (...words) => {
    const { code, words: said } = await within(COMMAND_WITHIN_MS, run({ command: acervo(...words), environment, secrets }).ended);
    expect(code === 0, `acervo ${words.join(' ')} ends with ${code}: ${said}`);
    return said;
  };
  const built = (file) => import(pathToFileURL(join(stage.upper, 'app/dist/src', file)));
  const [{ stableId }, { DEMO_LOGINS }] = [await built('application/support/stable-id.js'), await built('demo/demo-archive.js')];
  try {
    await command('migrate');
    await command('apply', 'dist/src/demo/demo-archive.yaml');
    const early = await within(COMMAND_WITHIN_MS, run({ environment, secrets }).ended);
    expect(
      early.code === 1 && early.words.includes('user password LOGIN'),
      `with public passwords it ends with ${early.code}: ${early.words}`,
    );
    const passwords = new Map();
    for (const login of DEMO_LOGINS) passwords.set(login, /shown once\): (\S+)/.exec(await command('user', 'password', login))?.[1]);
    const service = run({ environment, secrets });
    await serving(service, port);
    const [, ...probe] = image.healthcheck;
    const health = (at = metricsPort) =>
      spawnSync(join(node, 'bin/node'), probe, { env: { PORT: String(port), METRICS_PORT: String(at) } }).status;
    expect(health() === 0, 'HEALTHCHECK does not find the service alive');
    expect(health(0) === 0, 'HEALTHCHECK does not find the service alive where the metrics are off');
    const proxy = await proxyTo(port, log);
    try {
      await use(proxy.ask, stableId, passwords.get('demo'));
      const seen = await addresses();
      expect(seen.includes('127.0.0.1') && !seen.includes(INVENTED), `a client may say who it is: ${seen}`);
      const probes = await Promise.all(Array.from({ length: 30 }, () => proxy.ask('/saude/pronta')));
      expect(
        probes.every(({ status }) => status === 200),
        'probes are counted as calls',
      );
    } finally {
      await proxy.stop();
    }
    service.kill('SIGTERM');
    const { code, signal, words } = await within(COMMAND_WITHIN_MS, service.ended);
    expect(code === 0, `on SIGTERM it ends with ${signal ?? code}: ${words}`);
    expect(health() !== 0, 'HEALTHCHECK finds a service alive that is not there');
    await command('verify');
  } finally {
    await remove();
  }
}

export async function checkImage(log) {
  const why = whyNoStages();
  if (why) throw new NotHad(why);
  const stages = stagesOf('docker/Dockerfile');
  const image = imageOf(stages);
  const node = await nodeOf(nodeVersionOf(image), log);
  const folder = mkdtempSync(join(tmpdir(), 'acervo-image-'));
  // Its containers' user must be able to pass.
  spawnSync('chmod', ['711', folder]);
  const context = { folder: process.cwd(), takes: contextFilter('.dockerignore') };
  const servers = await startServers({ mysql: true, s3: ['minio'], log });
  try {
    if (!servers.mysql || servers.s3.length === 0)
      throw new NotHad(servers.missing.map(({ what, reason }) => `${what}: ${reason}`).join('; '));
    const stage = buildStages(stages, { folder, context, node, log });
    const run = (options) => runContainer({ stage, image, node, folder }, options);
    expect(readdirSync(join(stage.upper, 'app')).join() === 'LICENSE,dist,node_modules,package.json', 'the image holds something else');
    const keyless = await run({}).ended;
    expect(
      keyless.code === 1 && /JWT_SECRET is missing/.test(keyless.words),
      `without keys it ends with ${keyless.code}: ${keyless.words}`,
    );
    const touching = 'id -u && touch /data/a /tmp/a && ! touch /app/a && ! touch /etc/a';
    const touched = await run({ command: ['sh', '-c', touching] }).ended;
    expect(touched.code === 0 && touched.words.startsWith('1000'), `what may be written is not what should be: ${touched.words}`);
    await live({ run, image, node, servers, folder, stage, log });
    const [size] = spawnSync('du', ['-sm', join(stage.upper, 'app')], { encoding: 'utf8' }).stdout.split('\t');
    return `${size} MB beside ${image.base}; as 1000, read-only, behind HAProxy: created, fetched and signed; SIGTERM: 0`;
  } finally {
    await servers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
