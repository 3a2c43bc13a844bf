import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT, DEMO_PASSWORD } from '#src/demo/demo-archive';
import { IDS, place } from './api';
import type { Answer } from './api';
import type { Right, Send } from './personal-right';
import { ISSUED, SECRETS } from './secrets';

const LIST = stableId('list', DEMO_CLIENT, 'Clientes Finais');
const field = (label: string) => stableId('list-field', DEMO_CLIENT, 'Clientes Finais', label);

/** Valid calls of what administrators do, beside the interface: with a document, one that may be deleted, and a user. */
export async function adminCalls(
  send: Send,
  { document, deleted, user, caller }: Record<'document' | 'deleted' | 'user' | 'caller', string>,
): Promise<Record<string, Right[]>> {
  const client = `/api/Acervo/${IDS.client}`;
  await send('DELETE', '/api/Documento/Delete', { query: { ...place(IDS.contracts), idDocumento: deleted } });
  const cells = [
    { idCampo: field('CPF'), valorCampo: SECRETS.signerDocument },
    { idCampo: field('Nome'), valorCampo: SECRETS.rowName },
  ];
  const added = await send('POST', '/api/AdicionarItemLista/Post', { query: { idLista: LIST, idCliente: IDS.client }, body: cells });
  const row = /'(.*)'/.exec(added.json as string)?.[1];
  const sessions = `/api/Usuario/${caller}/Sessoes`;
  const known = (await send('GET', sessions)).json as { idSessao: string }[];
  await send('POST', '/api/Autenticacao/Login', { body: { username: 'demo', password: DEMO_PASSWORD } });
  const open = (await send('GET', sessions)).json as { idSessao: string }[];
  const session = open.find(({ idSessao }) => !known.some((each) => each.idSessao === idSessao))?.idSessao;
  const changed = { nome: SECRETS.userName, email: SECRETS.email, telefoneFixo: SECRETS.landline, telefoneCelular: SECRETS.mobile };
  return {
    ...(await programCalls(send, caller)),
    'GET /api/Documento/{idDocumento}/cliente/{idCliente}': [{ path: `/api/Documento/${document}/cliente/${IDS.client}` }],
    'POST /api/Documento/{idDocumento}/cliente/{idCliente}/restaurar': [
      { path: `/api/Documento/${deleted}/cliente/${IDS.client}/restaurar` },
    ],
    'DELETE /api/Lista/{idLista}/Cliente/{idCliente}/LinhaLista/{idLinhaLista}': [
      { path: `/api/Lista/${LIST}/Cliente/${IDS.client}/LinhaLista/${row}` },
    ],
    'PUT /api/Usuario/{IdUsuario}': [{ path: `/api/Usuario/${user}`, call: { body: changed } }],
    'POST /api/Usuario/{IdUsuario}/Desbloquear': [{ path: `/api/Usuario/${user}/Desbloquear` }],
    'GET /api/Usuario/{IdUsuario}/Sessoes': [{ path: sessions }],
    'DELETE /api/Usuario/{IdUsuario}/Sessoes/{idSessao}': [{ path: `${sessions}/${session}` }],
    'GET /api/Usuario/{IdUsuario}/Visoes': [{ path: `/api/Usuario/${caller}/Visoes` }],
    'PUT /api/Usuario/{IdUsuario}/Visoes': [
      { path: `/api/Usuario/${caller}/Visoes`, call: { body: [{ nome: SECRETS.title, consulta: `q=${SECRETS.searched}` }] } },
    ],
    'GET /api/Perfil': [{ path: '/api/Perfil', call: { query: { idCliente: IDS.client } } }],
    'GET /api/Caixa/{idCliente}': [{ path: `/api/Caixa/${IDS.client}` }],
    'POST /api/Caixa': [
      {
        path: '/api/Caixa',
        call: {
          query: { idCliente: IDS.client },
          body: { idCaixaTipo: stableId('box-type', 'Caixa Arquivo'), numeroProvisorio: SECRETS.title.slice(0, 50) },
        },
      },
    ],
    'GET /api/Painel/{idCliente}': [{ path: `/api/Painel/${IDS.client}` }],
    'GET /api/Workflow/Cliente/{idCliente}/tarefas': [{ path: `/api/Workflow/Cliente/${IDS.client}/tarefas` }],
    'GET /api/Acervo/{idCliente}': [{ path: client }],
    'PUT /api/Acervo/{idCliente}': [
      {
        path: client,
        call: {
          query: { simular: 'true' },
          body: { boxTypes: [{ name: 'Caixa Arquivo' }, { name: 'Container' }, { name: SECRETS.title }] },
        },
      },
    ],
  };
}

/** Keys are secrets: when they are made, when they call, and when they are the password of a log-in. */
async function programCalls(send: Send, caller: string): Promise<Record<string, Right[]>> {
  const [accounts, login] = ['/api/ContaServico', `p-${SECRETS.userLogin}`];
  const body = (name: string) => ({ login: name, nome: SECRETS.userName, idCliente: IDS.client, idResponsavel: caller });
  const { json } = await send('POST', accounts, { body: body(login) });
  const keys = `${accounts}/${json.idConta}/Chaves`;
  const key = { nome: SECRETS.title, permissoes: ['document:view'] };
  const note = ({ json: made }: Answer) => {
    ISSUED.add(made.chave as string);
    return made as { chave: string; idChave: string };
  };
  const [first, second] = [note(await send('POST', keys, { body: key })), note(await send('POST', keys, { body: key }))];
  await send('GET', '/api/Limites', { token: first.chave });
  await send('GET', '/api/Limites', { token: first.chave.slice(0, -1) });
  const session = await send('POST', '/api/Autenticacao/Login', { body: { username: login, password: first.chave } });
  for (const name of ['Token', 'RefreshToken']) ISSUED.add(session.json[name] as string);
  await send('POST', '/api/Autenticacao/Login', { body: { username: login, password: `${first.chave}${SECRETS.wrongPassword}` } });
  return {
    'POST /api/ContaServico': [{ path: accounts, call: { body: body(`q-${SECRETS.userLogin}`) } }],
    'GET /api/ContaServico': [{ path: accounts, call: { query: { texto: SECRETS.userName } } }],
    'PUT /api/ContaServico/{idConta}/Responsavel': [
      { path: `${accounts}/${json.idConta}/Responsavel`, call: { body: { idResponsavel: caller } } },
    ],
    'POST /api/ContaServico/{idConta}/Chaves': [{ path: keys, call: { body: key }, again: note }],
    'GET /api/ContaServico/{idConta}/Chaves': [{ path: keys }],
    'DELETE /api/ContaServico/{idConta}/Chaves/{idChave}': [{ path: `${keys}/${first.idChave}` }],
    'POST /api/ContaServico/{idConta}/Chaves/{idChave}/trocar': [
      { path: `${keys}/${second.idChave}/trocar`, call: { body: {} }, again: note },
    ],
  };
}
