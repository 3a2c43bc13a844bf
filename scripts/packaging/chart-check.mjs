/** The chart as Helm renders it with each file of ci/, held against the schemas of Kubernetes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { expect, had } from './expect.mjs';
import { helm, pythonTools } from './tools.mjs';

const CHART = 'deploy/helm/acervo';
/** The oldest that Chart.yaml lets in, and the newest whose schemas are there. */
const KUBERNETES = ['1.27.0', '1.37.0'];
/** What must not be installed by mistake. */
const REFUSED = [
  'networkPolicy.egress=null',
  'existingSecret=',
  'baseUrl=',
  's3.bucket=',
  'nonsense=1',
  'settings.JWT_SECRET=x',
  'ingress.enabled=true',
];

/** The values that docs/deploying.md shows. */
const SHOWN = /^```yaml\n(existingSecret:.*?)^```/ms;
const shownValues = () => SHOWN.exec(readFileSync('docs/deploying.md', 'utf8'))[1];

/** [{ values, resources }], as text and parsed, of each file of ci/ and of `files`. */
function rendered(program, { version = KUBERNETES[1], more = [], files = [] } = {}) {
  return [...readdirSync(join(CHART, 'ci')).map((name) => join(CHART, 'ci', name)), ...files].map((file) => {
    const values = basename(file);
    const options = ['-f', file, '--kube-version', version, ...more];
    execFileSync(program, ['lint', CHART, '--strict', ...options], { stdio: 'pipe' });
    const text = execFileSync(program, ['template', 'acervo', CHART, ...options], { encoding: 'utf8', stdio: 'pipe' });
    return { values, text, resources: parseAllDocuments(text).map((document) => document.toJS()) };
  });
}

/** Liveness probes and network policy use the metrics port, unless metrics are off. */
function checkMetrics(all, isOn) {
  for (const { values, resources } of all) {
    const { ports, startupProbe, livenessProbe } = resources.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers[0];
    expect(ports.some(({ name }) => name === 'metrics') === isOn, `${values}: the port of the metrics`);
    for (const { httpGet } of [startupProbe, livenessProbe]) {
      expect(httpGet.port === (isOn ? 'metrics' : 'http'), `${values}: asked at ${httpGet.port} whether it lives`);
    }
    const ingress = resources.find(({ kind }) => kind === 'NetworkPolicy').spec.ingress;
    const open = ingress.filter((rule) => rule.ports.some(({ port }) => port === 'metrics'));
    const isRead = isOn && values === 'full-values.yaml';
    expect(open.length === (isRead ? 2 : 0) && open.every(({ from }) => from.length > 0), `${values}: who may read the metrics`);
    const calls = ingress.filter((rule) => rule.ports.some(({ port }) => port === 'http'));
    expect(calls.length > 0 && calls.every(({ from }) => from.length > 0), `${values}: who may call`);
  }
}

/** No policy lets out more than the values name, and the service has one of these policies. */
function checkEgress(all) {
  for (const { values, resources } of all) {
    const policies = resources.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
    expect(
      policies.length > 0 && policies.every(({ policyTypes }) => policyTypes.includes('Egress')),
      `${values}: connections out are open`,
    );
    const [dns, ...named] = policies[0].egress;
    expect(
      dns.ports.every(({ port }) => port === 53),
      `${values}: the first rule of egress is not that of DNS`,
    );
    expect(named.length > 0, `${values}: neither database nor store can be reached`);
  }
}

export async function checkChart(log) {
  const [program, { kubernetesValidate }] = [await had(helm(log)), await had(pythonTools(log))];
  const folder = mkdtempSync(join(tmpdir(), 'acervo-chart-'));
  const shown = join(folder, 'shown.yaml');
  writeFileSync(shown, shownValues());
  let count = 0;
  try {
    for (const version of KUBERNETES) {
      for (const { values, text, resources } of rendered(program, { version, files: [shown] })) {
        const file = join(folder, `rendered-${values}`);
        writeFileSync(file, text);
        const [python, ...args] = kubernetesValidate;
        const { status, stdout, stderr } = spawnSync(python, [...args, '--strict', '-k', version, file], { encoding: 'utf8' });
        expect(status === 0, `${values} for Kubernetes ${version}: ${stdout}${stderr}`);
        count += resources.length;
      }
    }
    checkMetrics(rendered(program), true);
    checkEgress(rendered(program, { files: [shown] }));
    checkMetrics(rendered(program, { more: ['--set', 'settings.METRICS_PORT=0'] }), false);
    for (const wrong of REFUSED) {
      const args = [
        'template',
        'acervo',
        CHART,
        '-f',
        join(CHART, 'ci/minimal-values.yaml'),
        '--kube-version',
        KUBERNETES[1],
        '--set',
        wrong,
      ];
      expect(spawnSync(program, args).status !== 0, `the chart takes ${wrong}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `${count} resources good for Kubernetes ${KUBERNETES.join(' and ')}; ${REFUSED.length} wrong values refused`;
}
