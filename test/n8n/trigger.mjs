import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { additionalData, call, core, Credentials, executed, loaded, LOGIN, place, workflowOf } from './engine.mjs';

const { type: trigger } = loaded.nodeTypes.acervoTrigger;
const credentials = new Credentials(LOGIN);
const [webhookDescription] = trigger.description.webhooks;
const webhookData = { webhookDescription, node: 'Trigger', path: 'events/webhook', httpMethod: 'POST', workflowId: 'workflow' };
const workflow = workflowOf({
  Trigger: { clientId: place.clientId, events: ['documento.criado'], options: { levelId: place.levelId } },
  Get: { resource: 'document', operation: 'get', ...place, documentId: '={{ $json.data.idDocumento }}' },
});
const node = workflow.getNode('Trigger');
const executions = [];
const taken = [];
/** What the receiver answers in place of n8n, if anything. */
let status;
let receiver;

/** n8n's webhook server: it reads the body, asks the node, executes the workflow, answers. */
async function received(httpRequest, httpResponse) {
  const pieces = await httpRequest.toArray();
  Object.assign(httpRequest, { rawBody: Buffer.concat(pieces), body: {}, params: {}, query: {} });
  Object.assign(httpResponse, { status: (code) => Object.assign(httpResponse, { statusCode: code }) });
  taken.push({ headers: httpRequest.headers, body: httpRequest.rawBody.toString() });
  if (status) return httpResponse.writeHead(status).end();
  const context = new core.WebhookContext(
    workflow,
    node,
    additionalData(credentials, { httpRequest, httpResponse }),
    'trigger',
    webhookData,
    [],
    null,
  );
  const { workflowData, noWebhookResponse } = await trigger.webhook.call(context);
  if (workflowData) executions.push(executed(workflow, workflowData[0], { credentials }));
  if (!noWebhookResponse) httpResponse.end('{}');
}
const server = createServer((request, response) => void received(request, response));
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

/** As n8n calls the node when a workflow is activated and deactivated. */
const hook = (method) => {
  const context = new core.HookContext(workflow, node, additionalData(credentials, { receiver }), 'trigger', 'activate', webhookData);
  return trigger.webhookMethods.default[method].call(context);
};
const kept = () => workflow.getStaticData('node', node);
const registered = async () => (await call(`/api/Webhook?idCliente=${place.clientId}`)).webhooks;

async function until(what, found) {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100)) {
    const value = await found();
    if (value) return value;
  }
  return assert.fail(`${what}: not within 20 s`);
}

async function fileDocument() {
  const { unitId, clientId, levelId } = place;
  const valoresCampos = [
    { label: 'Número', valorCampo: String(randomInt(10 ** 9, 10 ** 10)) },
    { label: 'Data de Emissão', valorCampo: '21/11/2026' },
  ];
  const where = new URLSearchParams({ idUnidade: unitId, idCliente: clientId, idArvoreOrganizacional: levelId });
  return call(`/api/v3/Documento?${where}`, { method: 'POST', body: { valoresCampos } });
}

test('an activated workflow is registered once, for its events and its level', async () => {
  assert.equal(await hook('checkExists'), false);
  assert.equal(await hook('create'), true);
  assert.equal(await hook('checkExists'), true);
  const [webhook, ...others] = await registered();
  assert.deepEqual(others, []);
  assert.deepEqual([webhook.tipos, webhook.idNivel, webhook.situacao], [['documento.criado'], place.levelId, 'ativo']);
  assert.equal(JSON.parse(taken[0].body).type, 'webhook.teste');
  assert.equal(executions.length, 0);
});

test('an event starts the workflow, which fetches the document', async () => {
  const { idDocumento } = await fileDocument();
  const items = await until('the workflow', () => executions[0]);
  assert.equal(items[0].json.idDocumento, idDocumento);
});

test('a notification that the service did not sign is refused and starts nothing', async () => {
  const genuine = taken.find(({ body }) => JSON.parse(body).type === 'documento.criado');
  const send = async (headers, body) => (await fetch(`${receiver}/webhook/events/webhook`, { method: 'POST', headers, body })).status;
  const signed = Object.fromEntries(Object.entries(genuine.headers).filter(([name]) => name.startsWith('webhook-')));
  const before = executions.length;
  assert.equal(await send(signed, genuine.body.replace('documento.criado', 'documento.alterado')), 401);
  assert.equal(await send({ ...signed, 'webhook-timestamp': String(Number(signed['webhook-timestamp']) - 600) }, genuine.body), 401);
  assert.equal(await send({ ...signed, 'webhook-signature': 'v1,AAAA' }, genuine.body), 401);
  assert.equal(await send({}, '{"type":"webhook.teste"}'), 401);
  assert.equal(executions.length, before);
  assert.equal(await send(signed, genuine.body), 200);
  assert.equal(executions.length, before + 1);
});

test('a webhook that was switched off meanwhile goes on when n8n starts again, and loses nothing', async () => {
  status = 410;
  const before = executions.length;
  const { idDocumento } = await fileDocument();
  await until('the webhook', async () => (await registered())[0].situacao === 'desativado');
  status = undefined;
  assert.equal(await hook('checkExists'), true);
  const items = await until('the workflow', () => executions[before]);
  assert.equal(items[0].json.idDocumento, idDocumento);
});

test('a deactivated workflow is registered no more; one that somebody else removed is not missed', async () => {
  await hook('delete');
  assert.deepEqual([await registered(), kept()], [[], {}]);
  await hook('create');
  await call(`/api/Webhook/${kept().webhookId}?idCliente=${place.clientId}`, { method: 'DELETE' });
  assert.equal(await hook('checkExists'), false);
  await hook('delete');
  assert.deepEqual(kept(), {});
});
