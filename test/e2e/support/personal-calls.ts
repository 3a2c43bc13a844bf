import { bytesIn } from '#infrastructure/typeorm/id-bytes';
import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT, DEMO_PASSWORD } from '#src/demo/demo-archive';
import { samplePdf } from '#src/demo/sample-files';
import { base64, IDS, place, type Answer, type Call } from './api';
import { bodyOf, createdBy, type Sent, type Version } from './creates';
import { Receiver, WEBHOOKS } from './receivers';
import { REPORT } from './reports';
import { adminCalls } from './personal-admin-calls';
import { flowCalls } from './personal-flow-calls';
import { modelCalls } from './personal-model-calls';
import type { Right, Send } from './personal-right';
import { ISSUED, SECRETS } from './secrets';
import { fetchPath } from './adding-files';
import { codeIn, SIGN, signBody } from './signing';
import type { Service } from './service';

const LIST = stableId('list', DEMO_CLIENT, 'Clientes Finais');
const field = (label: string) => stableId('list-field', DEMO_CLIENT, 'Clientes Finais', label);
const text = (content: string, name: string) => ({ content, name, extension: 'txt' });

function sent(name: string): Sent {
  return {
    values: [
      { label: 'Título', valorCampo: SECRETS.title },
      { nomeLista: 'Clientes Finais', label: 'CPF', valorCampo: SECRETS.cpfOfListRow },
      { nomeLista: 'Clientes Finais', label: 'Nome', valorCampo: SECRETS.rowName },
    ],
    files: [{ ...text(SECRETS.content, name), share: true }],
  };
}

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const noteLinks = ({ text: answer }: Answer) => {
  for (const [token] of answer.matchAll(/[\w-]{30,}(?=")/g)) if (!GUID.test(token)) ISSUED.add(token);
};

/** Valid calls of every route, in an order that works. */
export async function rightCalls(service: Service, send: Send, session: Record<string, string>): Promise<Record<string, Right[]>> {
  const make = async (files = [text(SECRETS.content, SECRETS.fileNameV2)]) =>
    createdBy(
      await send('POST', '/api/v2/Documento', { query: place(IDS.contracts), body: bodyOf('V2', { ...sent(SECRETS.fileNameV2), files }) }),
    );
  const [one, two, three] = [await make(), await make(), await make([text(SECRETS.content, 'a'), text(SECRETS.addedContent, 'b')])];
  const four = await make();
  const sharesOf = ({ id }: { id: string }) => `/api/Documento/${id}/cliente/${IDS.client}`;
  const shares = sharesOf(one);
  let link = '';
  for (const each of [one, three, four]) {
    const shared = await send('POST', `${sharesOf(each)}/compartilhar-arquivos`);
    noteLinks(shared);
    if (each === three) link = (shared.json.Arquivos[0].LinkCompartilhado as string).split('/').at(-1) as string;
  }
  const [row] = (await service.database.query(`SELECT id FROM list_row WHERE list_id = '${LIST}'`)) as { id: string }[];
  const [bill] = (await service.database.query(`SELECT id FROM bill WHERE client_id = ${bytesIn(`'${IDS.client}'`)}`)) as { id: string }[];
  const signature = {
    dadosSignatario: {
      email: SECRETS.signerEmail,
      nome: { label: SECRETS.signerRole, valor: SECRETS.signerName },
      documento: { label: 'CPF', valor: SECRETS.signerDocument },
    },
    dadosEmpresa: { nome: { label: 'Nome', valor: SECRETS.companyName }, documento: { label: 'CNPJ', valor: '11.222.333/0001-81' } },
  };
  const samples = [{ content: samplePdf(SECRETS.content), name: SECRETS.fileNameV2, extension: 'pdf' } as never];
  const [pdf, read] = [await make(samples), await make(samples)];
  const xml = `<NFe><infNFe><dest><xNome>${SECRETS.content}</xNome></dest></infNFe></NFe>`;
  const note = await make([{ content: xml, name: SECRETS.fileNameV2, extension: 'xml' }]);
  await send('POST', SIGN, { body: signBody([pdf.files[0]!.id], signature) });
  const verification = codeIn((await send('GET', fetchPath(pdf.files[0]!.id), { headers: { accept: 'application/pdf' } })).bytes);
  ISSUED.add(verification);
  const user = {
    login: SECRETS.userLogin,
    nome: SECRETS.userName,
    email: SECRETS.email,
    senha: SECRETS.password,
    telefoneFixo: SECRETS.landline,
    telefoneCelular: SECRETS.mobile,
    registrosPorPagina: '50',
    alteraSenhaProximoLogin: '0',
    idCultura: '1',
    notificacaoTTD: '0',
    clienteMaster: '0',
    idClientePermissao: IDS.client,
    idUnidadePermissao: IDS.unit,
  };
  const managed = await send('POST', '/api/Usuario/AdicionarUsuario', { body: { ...user, login: 'administrado' } });
  const idUser = /IdUsuario: ([\w-]+)/.exec(managed.text)?.[1] as string;
  const leaving = await send('POST', '/api/Usuario/AdicionarUsuario', { body: { ...user, login: 'de.saida' } });
  const idErased = /IdUsuario: ([\w-]+)/.exec(leaving.text)?.[1] as string;
  const { json: other } = await send('POST', '/api/Autenticacao/Login', { body: { username: 'leitor', password: DEMO_PASSWORD } });
  const ended = other.Token as string;
  ISSUED.add(ended).add(other.RefreshToken as string);
  const receiver = await Receiver.open();
  const url = `${receiver.url}?chave=${SECRETS.webhookKey}`;
  const noteSecret = ({ json }: Answer) => void ISSUED.add(json.segredo as string);
  const made = await send('POST', WEBHOOKS, { query: { idCliente: IDS.client }, body: { url, descricao: SECRETS.webhookName } });
  noteSecret(made);
  const dropped = await send('POST', WEBHOOKS, { query: { idCliente: IDS.client }, body: { url } });
  noteSecret(dropped);
  const ofWebhook = (path: string, more: Call = {}): Right => ({
    path: `${WEBHOOKS}/${made.json.idWebhook}${path}`,
    call: { query: { idCliente: IDS.client }, ...more },
  });
  const create = (version: Version, name: string, key?: string): Right => ({
    path: { V1: '/api/Documento/Post', V2: '/api/v2/Documento', V3: '/api/v3/Documento' }[version],
    call: {
      query: place(IDS.contracts),
      body: {
        ...bodyOf(version, version === 'V1' ? { ...sent(name), files: [text(SECRETS.content, name)] } : sent(name)),
        ...(key && { chaveExterna: key }),
      },
      headers: { 'idempotency-key': `${SECRETS.idempotencyKey}-${version}` },
    },
    again: noteLinks,
  });
  const adding = [{ arquivo: base64(SECRETS.addedContent), nomeImagem: SECRETS.addedFileName, extensao: 'txt', versao: SECRETS.version }];
  const cells = (name: string) => [{ idCampo: field('Nome'), valorCampo: name }];
  const list = { idCliente: IDS.client, idLista: LIST };
  const search = (value: string) => ({
    IdCliente: IDS.client,
    IdArvoreOrganizacional: IDS.contracts,
    'ValoresCampos[0].Label': 'Título',
    'ValoresCampos[0].ValorCampo': value,
  });
  return {
    'POST /api/Autenticacao/Login': [
      {
        path: '/api/Autenticacao/Login',
        call: { body: { username: 'financeiro', password: DEMO_PASSWORD, aplicacao: SECRETS.program } },
        again: noteLinks,
      },
    ],
    'POST /api/Autenticacao/RefreshToken': [
      {
        path: '/api/Autenticacao/RefreshToken',
        call: { body: { idUsuario: session.IdUsuario, username: 'demo', refreshToken: session.RefreshToken } },
        again: noteLinks,
      },
    ],
    'POST /api/Autenticacao/Logout': [{ path: '/api/Autenticacao/Logout', call: { token: ended } }],
    'POST /api/Documento/Post': [create('V1', SECRETS.fileNameV1)],
    'POST /api/v2/Documento': [create('V2', SECRETS.fileNameV2)],
    'POST /api/v3/Documento': [create('V3', SECRETS.fileNameV3, SECRETS.externalKey)],
    'PUT /api/Documento/Put': [
      {
        path: '/api/Documento/Put',
        call: { query: { ...place(IDS.contracts), idDocumento: one.id }, body: [{ campo: 'Título', valor: SECRETS.changedRemark }] },
      },
    ],
    'GET /api/Documento/Get': [SECRETS.searched, `${SECRETS.searchedBeginning}%`].map((value) => ({
      path: '/api/Documento/Get',
      call: { query: search(value) },
    })),
    'POST /api/v3/Documento/Pesquisar': (
      [
        ['igual', SECRETS.searched],
        ['contem', SECRETS.searchedBeginning],
      ] as const
    ).map(([operador, valor]) => ({
      path: '/api/v3/Documento/Pesquisar',
      call: { query: { idCliente: IDS.client }, body: { filtro: { todas: [{ campo: 'Título', operador, valor }] }, contar: true } },
    })),
    'DELETE /api/Documento/Delete': [{ path: '/api/Documento/Delete', call: { query: { ...place(IDS.contracts), idDocumento: two.id } } }],
    'GET /api/Documento/{idDocumento}/cliente/{idCliente}/compartilhar-arquivos': [{ path: `${shares}/compartilhar-arquivos` }],
    'POST /api/Documento/{idDocumento}/cliente/{idCliente}/compartilhar-arquivos': [
      { path: `${shares}/compartilhar-arquivos`, call: { body: {} }, again: noteLinks },
    ],
    'PATCH /api/Documento/{idDocumento}/cliente/{idCliente}/removercompartilhamento-arquivos': [
      { path: `${shares}/removercompartilhamento-arquivos`, call: { body: {} } },
    ],
    'PATCH /api/Documento/{idDocumento}/cliente/{idCliente}/compartilhar-arquivos': [
      { path: `${sharesOf(four)}/compartilhar-arquivos`, call: { body: {} } },
    ],
    'GET /api/Arquivo/Get': [{ path: '/api/Arquivo/Get', call: { query: { idDocumento: one.id } } }],
    'POST /api/Arquivo/Post': [{ path: '/api/Arquivo/Post', call: { query: { idDocumento: one.id }, body: adding } }],
    'POST /api/Arquivo/Upload': [{ path: '/api/Arquivo/Upload', call: { query: { idDocumento: one.id }, body: adding } }],
    'DELETE /api/Arquivo/Delete': [
      { path: '/api/Arquivo/Delete', call: { query: { idDocumento: three.id, idArquivo: three.files[1]!.id } } },
    ],
    'GET /api/Arquivo/{idImagem}/Cliente/{idCliente}': [{ path: `/api/Arquivo/${three.files[0]!.id}/Cliente/${IDS.client}` }],
    'GET /api/Arquivo/{idImagem}/Cliente/{idCliente}/texto': [{ path: `${fetchPath(read.files[0]!.id)}/texto` }],
    'POST /api/Arquivo/{idImagem}/Cliente/{idCliente}/endereco-temporario': [
      { path: `${fetchPath(read.files[0]!.id)}/endereco-temporario` },
    ],
    'GET /api/Arquivo/{idImagem}/Cliente/{idCliente}/miniatura': [{ path: `${fetchPath(read.files[0]!.id)}/miniatura` }],
    'GET /api/Arquivo/{idImagem}/Cliente/{idCliente}/nota': [{ path: `${fetchPath(note.files[0]!.id)}/nota` }],
    'POST /api/Arquivo/assinar-arquivos': [{ path: SIGN, call: { body: signBody([pdf.files[0]!.id], signature) } }],
    'GET /api/Arquivo/Recibo': [{ path: '/api/Arquivo/Recibo', call: { query: { idCliente: IDS.client, idArquivo: three.files[0]!.id } } }],
    'GET /verificar/{codigo}': [{ path: `/verificar/${verification}` }],
    'GET /compartilhado/{token}': [{ path: `/compartilhado/${link}` }],
    'GET /api/Relatorios/GetRelatorios': [{ path: '/api/Relatorios/GetRelatorios', call: { query: { idCliente: IDS.client } } }],
    'GET /api/Relatorios/GetDadosRelatorios': [
      {
        path: '/api/Relatorios/GetDadosRelatorios',
        call: {
          query: {
            idCliente: IDS.client,
            idRelatorio: REPORT.users,
            'Parametros[0].IdParam': stableId('report-parameter', REPORT.users, 'login'),
            'Parametros[0].Valor': SECRETS.userLogin,
          },
        },
      },
    ],
    'GET /api/Lista/GetListas': [{ path: '/api/Lista/GetListas' }],
    'GET /api/Lista/GetCamposDaLista': [{ path: '/api/Lista/GetCamposDaLista', call: { query: list } }],
    'GET /api/Lista/GetLinhaLista': [{ path: '/api/Lista/GetLinhaLista', call: { query: list } }],
    'PUT /api/Lista/{idLista}/Cliente/{idCliente}/LinhaLista/{idLinhaLista}': [
      { path: `/api/Lista/${LIST}/Cliente/${IDS.client}/LinhaLista/${row!.id}`, call: { body: cells(SECRETS.changedRowName) } },
    ],
    'POST /api/AdicionarItemLista/Post': [
      {
        path: '/api/AdicionarItemLista/Post',
        call: { query: list, body: [...cells(SECRETS.rowName), { idCampo: field('CPF'), valorCampo: SECRETS.cpfOfDocument }] },
      },
    ],
    'POST /api/Lista/RetornaLinhaListasPorCampoValor/{idLista}/{idUnidade}/{idCliente}': [
      { path: `/api/Lista/RetornaLinhaListasPorCampoValor/${LIST}/${IDS.unit}/${IDS.client}`, call: { body: cells(SECRETS.searched) } },
    ],
    'POST /api/Usuario/AdicionarUsuario': [{ path: '/api/Usuario/AdicionarUsuario', call: { body: user } }],
    'PATCH /api/Usuario/{IdUsuario}/AlterarSenhaUsuario': [
      { path: `/api/Usuario/${idUser}/AlterarSenhaUsuario`, call: { body: { novaSenha: SECRETS.newPassword } } },
    ],
    'PATCH /api/Usuario/{IdUsuario}/AlterarStatusUsuario': [
      { path: `/api/Usuario/${idUser}/AlterarStatusUsuario`, call: { body: { novoStatus: 'I' } } },
    ],
    'DELETE /api/Usuario/{IdUsuario}': [{ path: `/api/Usuario/${idErased}` }],
    'PUT /api/Usuario/{IdUsuario}/Permissoes': [{ path: `/api/Usuario/${idUser}/Permissoes`, call: { body: [] } }],
    'GET /api/Usuario': [{ path: '/api/Usuario' }],
    'GET /api/Usuario/{IdUsuario}': [{ path: `/api/Usuario/${idUser}` }],
    'GET /api/Billing/Get': [
      { path: '/api/Billing/Get', call: { query: { idUnidade: IDS.unit, startDate: '01/01/2020', dueDate: '31/12/2099' } } },
    ],
    'GET /api/Billing/Get/Conta': [{ path: '/api/Billing/Get/Conta', call: { query: { idUnidade: IDS.unit, billId: bill!.id } } }],
    'POST /api/NotaFiscal/ImportaNotaFiscal': [
      {
        path: '/api/NotaFiscal/ImportaNotaFiscal',
        call: {
          query: place(IDS.contracts),
          body: {
            idArvore: IDS.contracts,
            cnpj: '11.222.333/0001-81',
            arquivoXML: base64(`<a>${SECRETS.content}</a>`),
            CamposCustomizados: { Título: SECRETS.title },
          },
        },
      },
    ],
    'GET /api/Auditoria': [{ path: '/api/Auditoria', call: { query: { idCliente: IDS.client } } }],
    'GET /api/Evento': [{ path: '/api/Evento', call: { query: { idCliente: IDS.client } } }],
    'GET /api/Evento/Consistencia': [{ path: '/api/Evento/Consistencia', call: { query: { idCliente: IDS.client, de: '1' } } }],
    'POST /api/Webhook': [{ path: WEBHOOKS, call: { query: { idCliente: IDS.client }, body: { url } }, again: noteSecret }],
    'GET /api/Webhook': [{ path: WEBHOOKS, call: { query: { idCliente: IDS.client } } }],
    'PATCH /api/Webhook/{idWebhook}': [ofWebhook('', { body: { descricao: SECRETS.webhookName } })],
    'POST /api/Webhook/{idWebhook}/Segredo': [{ ...ofWebhook('/Segredo', { body: {} }), again: noteSecret }],
    'POST /api/Webhook/{idWebhook}/Teste': [ofWebhook('/Teste')],
    'GET /api/Webhook/{idWebhook}/Entregas': [ofWebhook('/Entregas')],
    'POST /api/Webhook/{idWebhook}/Reenvio': [ofWebhook('/Reenvio', { body: { de: 1, ate: 1 } })],
    'POST /api/Webhook/{idWebhook}/Retomada': [ofWebhook('/Retomada', { body: { modo: 'continuar' } })],
    'DELETE /api/Webhook/{idWebhook}': [{ path: `${WEBHOOKS}/${dropped.json.idWebhook}`, call: { query: { idCliente: IDS.client } } }],
    'GET /api/Limites': [{ path: '/api/Limites' }],
    'GET /api/Estrutura': [{ path: '/api/Estrutura' }],
    'GET /api/Estrutura/{idArvoreOrganizacional}': [{ path: `/api/Estrutura/${IDS.contracts}` }],
    ...(await modelCalls(send)),
    ...(await flowCalls(send)),
    ...(await adminCalls(send, { document: one.id, deleted: (await make()).id, user: idUser, caller: session.IdUsuario as string })),
    'GET /.well-known/acervo-selos': [{ path: '/.well-known/acervo-selos' }],
    'GET /saude/viva': [{ path: '/saude/viva' }],
    'GET /saude/pronta': [{ path: '/saude/pronta' }],
  };
}
