/** What a fuzzer that only knows the OpenAPI document cannot guess: the ids of the archive, put into its schemas as choices. */
import { randomUUID } from 'node:crypto';

const CREATE = '/api/v3/Documento';
/** Where the example of a create may be filed. */
const LEVEL = 'Notas Fiscais';

async function asked(url, token, path, body) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { 'content-type': 'application/json' }) };
  const response = await fetch(`${url}${path}`, { method: body ? 'POST' : 'GET', headers, ...(body && { body: JSON.stringify(body) }) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

const exampleOf = (document, path) => document.paths[path].post.requestBody.content['application/json'].examples.exemplo.value;

/** Logs in as the demo user and looks around. */
export async function knownIds(url, document) {
  const { Token: token } = await asked(url, null, '/api/Autenticacao/Login', exampleOf(document, '/api/Autenticacao/Login'));
  const [{ idUnidade, clientes }] = await asked(url, token, '/api/Estrutura');
  const [{ idCliente, arvores }] = clientes;
  const { idArvoreOrganizacional } = arvores.find(({ caminho }) => caminho.endsWith(LEVEL));
  const place = { idUnidade, idCliente, idArvoreOrganizacional };
  const created = await asked(url, token, `${CREATE}?${new URLSearchParams(place)}`, exampleOf(document, CREATE));
  const [list] = await asked(url, token, '/api/Lista/GetListas');
  const ofList = new URLSearchParams({ idCliente: list.IdCliente, idLista: list.IdLista });
  const [cell] = (await asked(url, token, `/api/Lista/GetLinhaLista?${ofList}`)).flat();
  const definitions = await asked(url, token, `/api/ConfWorkflow/${place.idCliente}`);
  const other = await asked(url, null, '/api/Autenticacao/Login', { username: 'leitor', password: 'Acervo@2026' });
  const ids = {
    ...place,
    idDocumento: created.idDocumento,
    idImagem: created.arquivos[0].idArquivo,
    idArquivo: created.arquivos[0].idArquivo,
    idLista: list.IdLista,
    idCampo: cell?.IdCampo,
    idLinhaLista: cell?.IdLinhaLista,
    idUsuario: other.IdUsuario,
    idClientePermissao: place.idCliente,
    idUnidadePermissao: place.idUnidade,
    idConfWorkflow: definitions[0]?.IdConfWorkflow,
  };
  return { token, ids: new Map(Object.entries(ids).map(([name, id]) => [name.toLowerCase(), id])) };
}

/** A dry run is answered with 200, and declared as 2XX where 200 is the usual answer, too (docs/adr/0028-clients.md). */
function withDryRuns({ responses }, shared) {
  const answerOf = (status) => shared[responses[status]?.$ref?.split('/').at(-1)] ?? responses[status];
  const [usual, rehearsed] = ['200', '2XX'].map((status) => answerOf(status)?.content?.['application/json']);
  if (usual && rehearsed) usual.schema = { anyOf: [usual.schema, rehearsed.schema] };
}

/** A copy of the document in which ids are a known or an unknown one. */
export function withKnownIds(document, ids) {
  const copy = structuredClone(document);
  const known = (name, schema) => {
    const id = ids.get(name.toLowerCase());
    if (id && schema.format === 'uuid') schema.enum = [id, randomUUID()];
    if (schema.items?.format === 'uuid' && id) schema.items.enum = [id, randomUUID()];
  };
  const seen = new Set();
  const within = (schema) => {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) {
      if (seen.has(name)) return;
      seen.add(name);
      return within(copy.components.schemas[name]);
    }
    if (schema.items) within(schema.items);
    for (const [member, of] of Object.entries(schema.properties ?? {})) {
      known(member, of);
      within(of);
    }
  };
  for (const operation of Object.values(copy.paths).flatMap((methods) => Object.values(methods))) {
    withDryRuns(operation, copy.components.responses);
    for (const { name, schema } of operation.parameters ?? []) if (schema) known(name, schema);
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) within(schema);
  }
  for (const { name, schema } of Object.values(copy.components.parameters)) known(name, schema);
  // The same key for another call would be refused, whatever the call is.
  delete copy.components.parameters['Idempotency-Key'].example;
  // It would end the session of all further calls.
  delete copy.paths['/api/Autenticacao/Logout'];
  // Logging in with `utilizacaoUnica` ends all sessions of a user: of another than the one whose token is used.
  const login = copy.paths['/api/Autenticacao/Login'].post.requestBody.content['application/json'];
  login.examples.exemplo.value.username = 'financeiro';
  copy.components.schemas.LoginBody.properties.username.examples = ['financeiro'];
  return copy;
}
