/**
 * n8n's engine without its database and its editor: n8n-core loads the installed package and executes workflows.
 * What n8n keeps in its database stands in memory here: credentials, and what triggers keep.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { TEST_ENGINE, TEST_PACKAGE, TEST_SERVICE } = process.env;
const require = createRequire(join(TEST_ENGINE, 'package.json'));
require('reflect-metadata');
const core = require('n8n-core');
const n8n = require('n8n-workflow');
const { Container } = require('@n8n/di');

export { core, n8n };
export const service = TEST_SERVICE;

await Container.get(core.BinaryDataService).init();
const loader = new core.PackageDirectoryLoader(TEST_PACKAGE);
await loader.loadAll();
export const loaded = loader;
const { type: credentialType } = loader.credentialTypes.acervoApi;

const nodeTypes = {
  getByName: (name) => nodeTypes.getByNameAndVersion(name),
  getByNameAndVersion: (name, version) => n8n.NodeHelpers.getVersionedNodeType(loader.nodeTypes[name.split('.').at(-1)].type, version),
  getKnownTypes: () => ({}),
};

export const LOGIN = { ...{ authentication: 'login', username: 'demo', password: 'Acervo@2026' }, url: `${service}/` };

/** As n8n does: what a log-in answers is kept in the credential, and is asked for again after a 401. */
export class Credentials extends n8n.ICredentialsHelper {
  logins = 0;
  constructor(data) {
    super();
    this.data = { ...{ subscriptionKey: '', token: '', sessionToken: '' }, ...data };
  }
  getParentTypes = () => [];
  isCredentialUsableByNode = () => true;
  getCredentialsProperties = () => credentialType.properties;
  getDecrypted = async () => ({ ...this.data });
  authenticate = (credentials, _, options) => credentialType.authenticate(credentials, options);
  async preAuthentication(helpers, credentials, _, __, isExpired) {
    if (credentials.sessionToken !== '' && !isExpired) return undefined;
    this.logins += 1;
    const output = await credentialType.preAuthentication.call(helpers, credentials);
    Object.assign(this.data, output);
    return Object.assign(credentials, output);
  }
}

/** @param receiver base address of n8n's webhooks */
export const additionalData = (credentials, { receiver = '', ...more } = {}) => ({
  ...{ credentialsHelper: credentials, currentNodeExecutionIndex: 0, executionId: String(Math.random()), variables: {}, ...more },
  ...{ restApiUrl: '', instanceBaseUrl: '', formBaseUrl: '', formTestBaseUrl: '' },
  ...{ webhookWaitingBaseUrl: `${service}/waiting`, formWaitingBaseUrl: `${service}/form-waiting` },
  ...{ webhookBaseUrl: `${receiver}/webhook`, webhookTestBaseUrl: `${receiver}/webhook-test` },
  hooks: new core.ExecutionLifecycleHooks('trigger', '1', {}),
});

const typeOf = (parameters) => ('resource' in parameters ? 'acervo' : 'acervoTrigger');
/** Nodes one after the other, by their names: their parameters, and what else a workflow says of them. */
export function workflowOf(nodes) {
  const names = Object.keys(nodes);
  const described = names.map((name, index) => {
    const { continueOnFail, ...parameters } = nodes[name];
    return {
      ...{ id: `node-${index}`, name, parameters, typeVersion: 1, position: [0, 0], webhookId: 'events' },
      ...{ type: `n8n-nodes-acervo.${typeOf(parameters)}`, credentials: { acervoApi: { id: '1', name: 'Acervo' } } },
      ...(continueOnFail && { onError: 'continueRegularOutput' }),
    };
  });
  const links = names.slice(1).map((name, index) => [names[index], { main: [[{ node: name, type: 'main', index: 0 }]] }]);
  return new n8n.Workflow({
    id: 'workflow',
    name: 'Test',
    nodes: described,
    connections: Object.fromEntries(links),
    active: true,
    nodeTypes,
  });
}

/** Executes a workflow from its first node, which gets these items. Resolves to the items of its last node, or rejects with its error. */
export async function executed(workflow, items, { credentials = new Credentials(LOGIN), ...more } = {}) {
  const [first, ...rest] = Object.keys(workflow.nodes);
  const start = { workflow, startNode: workflow.getNode(first), triggerToStartFrom: { name: first, data: { data: { main: [items] } } } };
  const { data } = await new core.WorkflowExecute(additionalData(credentials, more), 'trigger').run(start);
  const { error, runData } = data.resultData;
  if (error) throw error;
  return runData[rest.at(-1) ?? first][0].data.main[0];
}

/** A file as n8n has it between two nodes. */
export async function binaryItem(bytes, fileName, mimeType) {
  const data = await Container.get(core.BinaryDataService).store({ type: 'execution', workflowId: 'workflow', executionId: '1' }, bytes, {
    fileName,
    mimeType,
    fileExtension: fileName.split('.').at(-1),
    data: '',
  });
  return { json: {}, binary: { data } };
}
export const bytesOf = (binary) => Container.get(core.BinaryDataService).getAsBuffer(binary);

/** The demo archive's ids, by a log-in without n8n. */
export async function call(path, { method = 'GET', body } = {}) {
  const headers = { 'content-type': 'application/json', ...(call.token && { authorization: `Bearer ${call.token}` }) };
  const answer = await fetch(service + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}
call.token = (
  await call('/api/Autenticacao/Login', { method: 'POST', body: { username: LOGIN.username, password: LOGIN.password } })
).Token;
const [unit] = await call('/api/Estrutura');
const [client] = unit.clientes;
const level = client.arvores.find(({ caminho }) => caminho === 'Financeiro > Notas Fiscais');
export const place = { unitId: unit.idUnidade, clientId: client.idCliente, levelId: level.idArvoreOrganizacional };
