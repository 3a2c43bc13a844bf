import { stableId } from '#application/support/stable-id';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api, type Answer } from './api';
import { bodyOf, type Version } from './creates';
import { FLOW_SAMPLES } from './matrix-flows';
import { SECRET } from './matrix-archive';
import type { Kind, MatrixRoute, MatrixScene, Sample, Slot, Things } from './matrix-types';
import { signBody } from './signing';

/** Ends the session of the caller. */
export const LOGOUT = 'POST /api/Autenticacao/Logout';
/** Of a row that nothing needs. */
export const REMOVE_ROW = 'DELETE /api/Lista/{idLista}/Cliente/{idCliente}/LinhaLista/{idLinhaLista}';
/** Of a user whom nobody needs. */
export const ERASE_USER = 'DELETE /api/Usuario/{IdUsuario}';
/** Of a deleted document. */
export const RESTORE = 'POST /api/Documento/{idDocumento}/cliente/{idCliente}/restaurar';

let counter = 100;
const next = () => String(++counter);
const filing = (version: Version): Sample => ({
  body: () =>
    bodyOf(version, { values: [{ label: 'Assunto', valorCampo: next() }], files: [{ content: next(), extension: 'txt', name: 'Novo' }] }),
});
const files: Sample = {
  body: () => [{ arquivo: Buffer.from(next()).toString('base64'), nomeImagem: 'Novo', extensao: 'txt' }],
};
const SHARING = '/api/Documento/{idDocumento}/cliente/{idCliente}';
const codeField = stableId('list-field', 'Matriz', 'Pessoas', 'Código');

/** A valid call of every route. A new route needs an entry here, or the matrix fails. */
export const SAMPLES: Record<string, Sample> = {
  'POST /api/Autenticacao/Login': { body: () => ({ username: 'certo', password: DEMO_PASSWORD }) },
  'POST /api/Autenticacao/RefreshToken': {
    // The user's id is a slot: that of `alvo`.
    body: async ({ service }: MatrixScene) => {
      const { json } = await new Api(service.url).post('/api/Autenticacao/Login', { body: { username: 'alvo', password: DEMO_PASSWORD } });
      return { username: 'alvo', refreshToken: json.RefreshToken };
    },
  },
  [LOGOUT]: {},
  'GET /api/Arquivo/Get': {},
  'POST /api/Arquivo/Post': files,
  'POST /api/Arquivo/Upload': files,
  'DELETE /api/Arquivo/Delete': {},
  'GET /api/Arquivo/{idImagem}/Cliente/{idCliente}': {},
  'GET /api/Arquivo/{idImagem}/Cliente/{idCliente}/texto': {},
  'POST /api/Arquivo/{idImagem}/Cliente/{idCliente}/endereco-temporario': {},
  'GET /api/Arquivo/{idImagem}/Cliente/{idCliente}/miniatura': {},
  'GET /api/Arquivo/{idImagem}/Cliente/{idCliente}/nota': {},
  'POST /api/Arquivo/assinar-arquivos': { body: () => signBody([]) },
  'GET /verificar/{codigo}': { path: (_, { signatureCode }) => ({ codigo: signatureCode }) },
  'POST /api/Documento/Post': filing('V1'),
  'POST /api/v2/Documento': filing('V2'),
  'POST /api/v3/Documento': filing('V3'),
  'PUT /api/Documento/Put': { body: () => [{ campo: 'Assunto', valor: next() }] },
  'GET /api/Documento/Get': { query: { BuscarQtdPaginasDocumento: 'true' } },
  'POST /api/v3/Documento/Pesquisar': { body: () => ({ contar: true }) },
  'DELETE /api/Documento/Delete': {},
  [`GET ${SHARING}`]: {},
  [RESTORE]: {},
  [`GET ${SHARING}/compartilhar-arquivos`]: {},
  [`POST ${SHARING}/compartilhar-arquivos`]: { body: () => ({}) },
  [`PATCH ${SHARING}/removercompartilhamento-arquivos`]: { body: () => ({}) },
  [`PATCH ${SHARING}/compartilhar-arquivos`]: { body: () => ({}) },
  'GET /api/Lista/GetListas': {},
  'GET /api/Lista/GetCamposDaLista': {},
  'GET /api/Lista/GetLinhaLista': {},
  'PUT /api/Lista/{idLista}/Cliente/{idCliente}/LinhaLista/{idLinhaLista}': { body: () => [{ valorCampo: next() }] },
  [REMOVE_ROW]: {},
  'POST /api/AdicionarItemLista/Post': { body: () => [{ valorCampo: next() }, { idCampo: codeField, valorCampo: next() }] },
  'POST /api/Lista/RetornaLinhaListasPorCampoValor/{idLista}/{idUnidade}/{idCliente}': { body: () => [{ valorCampo: SECRET }] },
  'POST /api/Usuario/AdicionarUsuario': {
    body: () => ({
      login: `novo${next()}`,
      nome: 'Novo',
      email: 'novo@exemplo.com.br',
      senha: 'Segredo@2026',
      registrosPorPagina: '50',
      alteraSenhaProximoLogin: '0',
      idCultura: '1',
      notificacaoTTD: '0',
      clienteMaster: '0',
    }),
  },
  'PATCH /api/Usuario/{IdUsuario}/AlterarSenhaUsuario': { body: () => ({ novaSenha: DEMO_PASSWORD }) },
  'PATCH /api/Usuario/{IdUsuario}/AlterarStatusUsuario': { body: () => ({ novoStatus: 'A' }) },
  'PUT /api/Usuario/{IdUsuario}/Permissoes': { body: () => [{}] },
  'GET /api/Usuario': { query: { TamanhoPagina: '500' } },
  'GET /api/Usuario/{IdUsuario}': {},
  [ERASE_USER]: {},
  'PUT /api/Usuario/{IdUsuario}': { body: () => ({ nome: `Novo ${next()}` }) },
  'POST /api/Usuario/{IdUsuario}/Desbloquear': {},
  'GET /api/Usuario/{IdUsuario}/Sessoes': {},
  'DELETE /api/Usuario/{IdUsuario}/Sessoes/{idSessao}': {},
  'GET /api/Usuario/{IdUsuario}/Visoes': {},
  'PUT /api/Usuario/{IdUsuario}/Visoes': { body: () => [{ nome: next(), consulta: 'q=1' }] },
  'POST /api/ContaServico': { body: () => ({ login: `programa${next()}`, nome: 'Programa' }) },
  'GET /api/ContaServico': { query: { TamanhoPagina: '500' } },
  'PUT /api/ContaServico/{idConta}/Responsavel': { body: () => ({}) },
  'POST /api/ContaServico/{idConta}/Chaves': { body: () => ({ nome: 'Nova', permissoes: ['document:view'] }) },
  'GET /api/ContaServico/{idConta}/Chaves': {},
  'DELETE /api/ContaServico/{idConta}/Chaves/{idChave}': {},
  'POST /api/ContaServico/{idConta}/Chaves/{idChave}/trocar': { body: () => ({}) },
  'GET /api/Perfil': {},
  'GET /api/Auditoria': {},
  'GET /api/Evento': {},
  'GET /api/Evento/Consistencia': { query: { de: '1' } },
  'GET /api/Arquivo/Recibo': {},
  'GET /.well-known/acervo-selos': {},
  'POST /api/Webhook': { body: ({ receiver }) => ({ url: receiver.url }) },
  'GET /api/Webhook': {},
  'PATCH /api/Webhook/{idWebhook}': { body: () => ({ descricao: next() }) },
  'DELETE /api/Webhook/{idWebhook}': {},
  'POST /api/Webhook/{idWebhook}/Segredo': { body: () => ({}) },
  'POST /api/Webhook/{idWebhook}/Teste': {},
  'GET /api/Webhook/{idWebhook}/Entregas': {},
  'POST /api/Webhook/{idWebhook}/Reenvio': { body: () => ({ de: 1, ate: 1 }) },
  'POST /api/Webhook/{idWebhook}/Retomada': { body: () => ({ modo: 'continuar' }) },
  'GET /api/Billing/Get': { query: { startDate: '01/01/2020', dueDate: '31/12/2099' } },
  'GET /api/Billing/Get/Conta': {},
  'POST /api/NotaFiscal/ImportaNotaFiscal': {
    body: () => ({ cnpj: '11222333000181', arquivoXML: Buffer.from('<a/>').toString('base64'), CamposCustomizados: { Assunto: next() } }),
  },
  'GET /api/Relatorios/GetRelatorios': { always: ['idCliente'], leaves: ['idUnidade'] },
  'GET /api/Relatorios/GetDadosRelatorios': { always: ['idCliente'], leaves: ['idUnidade', 'IdParam'] },
  'GET /api/ConfWorkflow/{idCliente}': {},
  ...FLOW_SAMPLES,
  'GET /api/Acervo/{idCliente}': {},
  'PUT /api/Acervo/{idCliente}': {
    query: { simular: 'true' },
    body: () => ({
      boxTypes: [{ name: 'Caixa Arquivo' }, { name: 'Container' }, { name: 'Caixa da matriz' }, { name: `Caixa ${next()}` }],
    }),
  },
  'GET /api/Caixa/{idCliente}': {},
  'POST /api/Caixa': { body: () => ({ idCaixaTipo: stableId('box-type', 'Caixa da matriz') }) },
  'GET /api/Painel/{idCliente}': {},
  'GET /api/Workflow/Cliente/{idCliente}/tarefas': {},
  'GET /api/Estrutura': {},
  'GET /api/Estrutura/{idArvoreOrganizacional}': {},
  'GET /api/Limites': {},
  'GET /saude/viva': {},
  'GET /saude/pronta': {},
  'GET /compartilhado/{token}': { path: ({ link }) => ({ token: link.split('/').at(-1) as string }) },
};

/** One slot with a different id. */
export interface Deviation {
  slot: Slot;
  kind: Kind;
}

/** The ids of a call: required slots with the caller's own ids, except for one required or optional slot with a different one. */
export function idsOf(route: MatrixRoute, things: Things, deviation?: Deviation): Map<Slot, { kind: Kind; id: string }> {
  const given = route.slots.filter(
    (slot) => !slot.optional || slot.where === 'path' || slot === deviation?.slot || isPlaceInBody(slot) || isFlow(slot),
  );
  return new Map(
    given.map((slot) => {
      const kind = slot === deviation?.slot ? deviation.kind : 'own';
      return [slot, { kind, id: things[slot.species][kind] as string }];
    }),
  );
}

/** A grant must name its whole place: an omitted part would mean everything. */
const isPlaceInBody = ({ where, species }: Slot) => where === 'body' && (species === 'unit' || species === 'level');
/** Identified by id or by code. */
const isFlow = ({ species }: Slot) => species === 'flow';

function setAt(body: unknown, path: readonly (string | number)[], value: unknown): void {
  let at = body as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>;
  at[path.at(-1) as string] = value;
}

export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  body?: unknown;
}

/** Builds the complete request. */
export async function requestOf(scene: MatrixScene, route: MatrixRoute, ids: ReturnType<typeof idsOf>, link = ''): Promise<Sent> {
  const sample = SAMPLES[route.title] as Sample;
  const query: Record<string, string> = { ...sample.query };
  const body = await sample.body?.(scene);
  let path = route.path;
  for (const [name, value] of Object.entries(sample.path?.({ link }, scene) ?? {})) path = path.replace(`{${name}}`, value);
  for (const [slot, { id }] of ids) {
    if (slot.where === 'path') path = path.replace(new RegExp(`\\{${slot.name}\\}`, 'i'), id);
    else if (slot.where === 'query') query[slot.name] = id;
    else setAt(body, slot.path, slot.isList ? [id] : id);
  }
  return { method: route.method, path, query, ...(body !== undefined && { body }) };
}

export function send(
  url: string,
  token: string | null,
  { method, path, query, body }: Sent,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return new Api(url, token).call(method, path, { query, headers, ...(body !== undefined && { body }) });
}
