import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import {
  binaryItem,
  bytesOf,
  call,
  core,
  Credentials,
  executed,
  loaded,
  LOGIN,
  place,
  additionalData,
  service,
  workflowOf,
} from './engine.mjs';

const numbers = () => String(randomInt(10 ** 9, 10 ** 10));
const field = (label, value) => ({ label, value, list: '' });
const noted = (number) => ({ field: [field('Número', number), field('Data de Emissão', '21/11/2026')] });
const document = (operation, more = {}) => ({ resource: 'document', operation, ...place, ...more });
const FILE_DATA = { files: { binary: [{ property: 'data', shared: false }] } };
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
const EMPTY = [{ json: {} }];

test('a document with binary data is filed, found, fetched and downloaded in one workflow, byte for byte', async () => {
  const number = numbers();
  const bytes = randomBytes(3_000_001);
  const workflow = workflowOf({
    File: document('create', { fields: noted(number), ...FILE_DATA }),
    Find: document('getAll', { conditions: { condition: [{ system: '', label: 'Número', operator: 'igual', value: number }] } }),
    Get: document('get', { documentId: '={{ $json.id }}' }),
    Download: { resource: 'file', operation: 'download', ...place, fileId: '={{ $json.arquivos[0].idArquivo }}' },
  });
  const [{ json, binary, pairedItem }] = await executed(workflow, [
    await binaryItem(bytes, 'Relatório de março.bin', 'application/octet-stream'),
  ]);
  assert.equal(sha256(await bytesOf(binary.data)), sha256(bytes));
  assert.equal(binary.data.fileName, 'Relatório de março.bin');
  assert.match(json.idImagem, /^[0-9a-f-]{36}$/);
  assert.deepEqual(pairedItem, { item: 0 });
});

test('fields are changed, found by both searches, and simplified to values by label', async () => {
  const number = numbers();
  const [{ json: filed }] = await executed(workflowOf({ File: document('create', { fields: noted(number) }) }), EMPTY);
  const change = document('update', { documentId: filed.idDocumento, fields: { field: [field('Observação', 'Vista pelo n8n')] } });
  assert.equal((await executed(workflowOf({ Change: change }), EMPTY))[0].json.mensagem, 'Registro alterado com sucesso.');
  const byFields = document('search', { fields: { field: [field('Número', number)] } });
  const [{ json: searched }] = await executed(workflowOf({ Search: byFields }), EMPTY);
  assert.equal(searched['Observação'], 'Vista pelo n8n');
  const filter = JSON.stringify({ todas: [{ campo: 'Número', operador: 'em', valores: [number] }] });
  const raw = document('getAll', { simplify: false, options: { filter, columns: 'Observação; Número' } });
  const [{ json: found }] = await executed(workflowOf({ Find: raw }), EMPTY);
  assert.deepEqual(found.campos, [
    { label: 'Observação', valor: 'Vista pelo n8n' },
    { label: 'Número', valor: number },
  ]);
  await executed(workflowOf({ Delete: document('delete', { documentId: filed.idDocumento }) }), EMPTY);
  assert.deepEqual(await executed(workflowOf({ Search: byFields }), EMPTY), []);
});

test('"return all" reads every page, a limit the first ones', async () => {
  const mark = numbers();
  const items = Array.from({ length: 503 }, (_, index) => ({ json: { number: `${mark}${String(index).padStart(4, '0')}` } }));
  const fields = { field: [field('Número', '={{ $json.number }}'), field('Data de Emissão', '21/11/2026'), field('Observação', mark)] };
  const file = (some) => executed(workflowOf({ File: document('create', { fields }) }), some);
  assert.equal((await Promise.all([0, 1, 2, 3].map((part) => file(items.filter((_, index) => index % 4 === part))))).flat().length, 503);
  const condition = [{ system: '', label: 'Número', operator: 'entre', value: `${mark}0000; ${mark}9999` }];
  const all = document('getAll', { conditions: { condition }, returnAll: true, options: { order: 'Número', descending: false } });
  const found = await executed(workflowOf({ Find: all }), EMPTY);
  assert.deepEqual(
    found.map(({ json }) => json.campos['Número']),
    items.map(({ json }) => json.number),
  );
  const some = { fields: { field: [field('Observação', mark)] }, limit: 7 };
  assert.equal((await executed(workflowOf({ Search: document('search', some) }), EMPTY)).length, 7);
  assert.equal((await executed(workflowOf({ Search: document('search', { ...some, returnAll: true }) }), EMPTY)).length, 503);
});

test('a file is added, shared, and opened by its link without a login; the service fetches one by its address', async () => {
  const [{ json: filed }] = await executed(workflowOf({ File: document('create', { fields: noted(numbers()) }) }), EMPTY);
  const workflow = workflowOf({
    Upload: { resource: 'file', operation: 'upload', documentId: filed.idDocumento },
    Share: {
      resource: 'file',
      operation: 'share',
      ...place,
      documentId: filed.idDocumento,
      fileId: '={{ $json.idImagem }}',
      until: '31/12/2099',
    },
  });
  const [{ json: shared }] = await executed(workflow, [await binaryItem(Buffer.from('Olá, n8n!'), 'Olá.txt', 'text/plain')]);
  assert.equal(await (await fetch(shared.Arquivos[0].LinkCompartilhado)).text(), 'Olá, n8n!');
  const server = createServer((_, response) => response.end('Do ERP'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const url = { url: [{ url: `http://127.0.0.1:${server.address().port}/1024`, name: 'Cópia.txt', shared: true }] };
  const [{ json: copied }] = await executed(workflowOf({ File: document('create', { fields: noted(numbers()), files: url }) }), EMPTY);
  assert.equal(await (await fetch(copied.arquivos[0].linkCompartilhado)).text(), 'Do ERP');
});

test('lists, their rows and levels are read', async () => {
  const lists = await executed(workflowOf({ Lists: { resource: 'list', operation: 'getAll' } }), EMPTY);
  const { IdLista } = lists.map(({ json }) => json).find(({ NomeLista }) => NomeLista === 'Fornecedores');
  const rows = { resource: 'list', operation: 'rows', ...place, listId: IdLista, returnAll: true };
  const [row] = await executed(workflowOf({ Rows: rows }), EMPTY);
  assert.ok(row.json.campos.CNPJ && row.json.campos['Razão Social']);
  const levels = await executed(workflowOf({ Levels: { resource: 'level', operation: 'getAll' } }), EMPTY);
  const { idArvoreOrganizacional } = levels.map(({ json }) => json).find(({ caminho }) => caminho === 'Financeiro > Notas Fiscais');
  assert.equal(idArvoreOrganizacional, place.levelId);
  const [{ json: level }] = await executed(workflowOf({ Level: { resource: 'level', operation: 'get', ...place } }), EMPTY);
  assert.deepEqual(level.esquema.required, ['Número', 'Data de Emissão']);
});

test('the editor offers clients, units, levels and lists by their names', async () => {
  const workflow = workflowOf({ File: document('create') });
  const node = workflow.getNode('File');
  const offered = async (method) => {
    const context = new core.LoadOptionsContext(
      workflow,
      node,
      additionalData(new Credentials(LOGIN), { currentNodeParameters: node.parameters }),
      '',
    );
    const { methods } = loaded.nodeTypes.acervo.type;
    return (await methods.loadOptions[method].call(context)).map(({ name }) => name);
  };
  assert.ok((await offered('getClients')).includes('Empresa Exemplo'));
  assert.ok((await offered('getUnits')).includes('Unidade Central'));
  assert.ok((await offered('getLevels')).includes('Financeiro > Notas Fiscais'));
  assert.ok((await offered('getLists')).includes('Fornecedores'));
});

test('a refusal is a NodeApiError with the sentence of the service, its code and its place', async () => {
  const workflow = workflowOf({ File: document('create', { fields: { field: [field('Data de Emissão', '31/02/2026')] } }) });
  await assert.rejects(executed(workflow, EMPTY), (error) => {
    assert.equal(error.name, 'NodeApiError');
    assert.match(error.message, /corrija os campos/);
    assert.match(error.description, /Esta data não existe no calendário/);
    assert.equal(error.httpCode, '422');
    return true;
  });
  const missing = { resource: 'file', operation: 'download', ...place, fileId: place.levelId };
  await assert.rejects(executed(workflowOf({ Download: missing }), EMPTY), (error) => {
    assert.equal(error.name, 'NodeApiError');
    assert.match(error.message, /arquivo/i);
    assert.equal(error.httpCode, '404');
    return true;
  });
});

test('with "continue on fail" each item has its document or its refusal', async () => {
  const fields = { field: [field('Número', '={{ $json.number }}'), field('Data de Emissão', '={{ $json.day }}')] };
  const items = [
    { json: { number: numbers(), day: '21/11/2026' } },
    { json: { number: numbers(), day: '31/02/2026' } },
    { json: { number: numbers(), day: '2026-11-22' } },
  ];
  const answers = await executed(workflowOf({ File: document('create', { continueOnFail: true, fields }) }), items);
  assert.deepEqual(
    answers.map(({ json }) => 'idDocumento' in json),
    [true, false, true],
  );
  assert.match(answers[1].json.error, /data|campo/i);
  assert.deepEqual(
    answers.map(({ pairedItem }) => pairedItem.item),
    [0, 1, 2],
  );
});

test('a login serves many items, and is renewed once when its token ends; a token works as it is', async () => {
  const credentials = new Credentials(LOGIN);
  const levels = workflowOf({ Levels: { resource: 'level', operation: 'getAll' } });
  await executed(levels, [...EMPTY, ...EMPTY, ...EMPTY], { credentials });
  assert.equal(credentials.logins, 1);
  const headers = { authorization: `Bearer ${credentials.data.sessionToken}` };
  await fetch(`${service}/api/Autenticacao/Logout`, { method: 'POST', headers });
  await executed(levels, [...EMPTY, ...EMPTY], { credentials });
  assert.equal(credentials.logins, 2);
  const { Token } = await call('/api/Autenticacao/Login', { method: 'POST', body: { username: LOGIN.username, password: LOGIN.password } });
  await executed(levels, EMPTY, { credentials: new Credentials({ url: service, authentication: 'token', token: Token }) });
  const wrong = new Credentials({ ...LOGIN, password: 'wrong' });
  await assert.rejects(executed(levels, EMPTY, { credentials: wrong }), { name: 'NodeApiError', message: 'Usuário ou senha inválidos.' });
});

test('a subscription key goes along with the log-in and with every call', async () => {
  const keys = [];
  const server = createServer((request, response) => {
    keys.push([request.url, request.headers.subscriptionkey, request.headers.authorization]);
    response.writeHead(200, { 'content-type': 'application/json' }).end(request.method === 'POST' ? '{"Token":"t"}' : '[]');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const url = `http://127.0.0.1:${server.address().port}/`;
  const levels = workflowOf({ Levels: { resource: 'level', operation: 'getAll' } });
  await executed(levels, EMPTY, { credentials: new Credentials({ ...LOGIN, url, subscriptionKey: 'k' }) });
  assert.deepEqual(keys, [
    ['/api/Autenticacao/Login', 'k', undefined],
    ['/api/Estrutura', 'k', 'Bearer t'],
  ]);
});

test('n8n trying a node again in one execution files one document', async () => {
  const number = numbers();
  const workflow = workflowOf({ File: document('create', { fields: noted(number) }) });
  const [first] = await executed(workflow, EMPTY, { executionId: '77' });
  const [again] = await executed(workflow, EMPTY, { executionId: '77' });
  const [other] = await executed(workflow, EMPTY, { executionId: '78' });
  assert.equal(again.json.idDocumento, first.json.idDocumento);
  assert.notEqual(other.json.idDocumento, first.json.idDocumento);
});
