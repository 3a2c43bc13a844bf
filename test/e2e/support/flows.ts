import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { base64, IDS, type Answer, type Api } from './api';
import type { Service } from './service';

const NAMES = [DEMO_CLIENT, 'Aprovação de Contrato'] as const;
const of = (name: string) => stableId('workflow', DEMO_CLIENT, name);

/** Ids of the demo archive's workflows. */
export const FLOW = {
  approval: of('Aprovação de Contrato'),
  check: of('Conferência'),
  manual: of('Manual'),
  form: stableId('workflow-form', ...NAMES),
  title: stableId('workflow-field', ...NAMES, 'Título'),
  until: stableId('workflow-field', ...NAMES, 'Vigência'),
  value: stableId('workflow-field', ...NAMES, 'Valor'),
  kind: stableId('workflow-field', ...NAMES, 'Modalidade'),
  waived: stableId('workflow-field', ...NAMES, 'Dispensa Assinatura'),
  suppliers: stableId('list', DEMO_CLIENT, 'Fornecedores'),
  cnpj: stableId('list-field', DEMO_CLIENT, 'Fornecedores', 'CNPJ'),
  company: stableId('list-field', DEMO_CLIENT, 'Fornecedores', 'Razão Social'),
  city: stableId('list-field', DEMO_CLIENT, 'Fornecedores', 'Cidade'),
  review: stableId('workflow-task', ...NAMES, 'Revisão'),
  signature: stableId('workflow-task', ...NAMES, 'Assinatura'),
};

export const USER = { demo: stableId('user', 'demo'), finance: stableId('user', 'financeiro'), other: stableId('user', 'outro') };
export const ACTIVATE = '/api/Workflow/Ativar';
export const MAIL = 'fornecedor@exemplo.com.br';
export const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

export const value = (idCampo: string, valorCampo: string) => ({ idCampo, labelCampo: '', valorCampo });

/** A valid activation of the demo archive's contract approval. */
export const approval = (over: Record<string, unknown> = {}, values = [value(FLOW.title, 'Contrato de limpeza')]) => ({
  idCliente: IDS.client,
  idConfWorkflow: FLOW.approval,
  idUsuario: USER.demo,
  email: MAIL,
  comentario: 'Aprovado.',
  formulario: { idFormulario: FLOW.form, camposFormulario: values },
  ...over,
});

/** A document of the level Contratos, in the format of 6.2. */
export const contract = (over: Record<string, unknown> = {}, values: object[] = []) => ({
  codigoCaixa: null,
  idArvoreOrganizacional: IDS.contracts,
  valoresCampos: [{ nomeLista: '', label: 'Título', valorCampo: 'Contrato de limpeza' }, ...values],
  arquivos: [{ arquivo: base64(PDF), extensao: 'pdf', assinar: true, versao: '1', nomeAmigavel: 'Contrato', compartilhado: true }],
  ...over,
});

export const attachment = (over: Record<string, unknown> = {}) => ({
  arquivo: base64('Ata da reunião'),
  extensao: 'txt',
  assinar: false,
  versao: '',
  nomeArquivo: 'Ata',
  ...over,
});

export const activate = (api: Api, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  api.post(ACTIVATE, { body, headers });

/** Activates a flow, expects success, and answers its code. */
export async function activated(api: Api, body: object = approval()): Promise<number> {
  const answer = await activate(api, body);
  expect([answer.status, answer.text]).toEqual([
    200,
    expect.stringMatching(/^\{"CodigoWorkflow":\d+,"Mensagem":"Fluxo ativado com sucesso\."\}$/),
  ]);
  return answer.json.CodigoWorkflow as number;
}

export const details = (api: Api, query: Record<string, string | number>, idCliente = IDS.client): Promise<Answer> =>
  api.get(`/api/Workflow/Cliente/${idCliente}/dados-fluxo`, { query });

/** Calls operation 6.5 and expects success. */
export async function shown(api: Api, codigoWorkflow: number, idCliente = IDS.client) {
  const answer = await details(api, { codigoWorkflow }, idCliente);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.json;
}

export interface Open {
  id: string;
  task: string;
  usuario: string | null;
  email: string | null;
}

/** The open executions. */
export async function open(api: Api, code: number, idCliente = IDS.client): Promise<Open[]> {
  const { etapaAtual } = await shown(api, code, idCliente);
  return (etapaAtual as { nomeTarefa: string; execucoesTarefa: Record<string, unknown>[] }[]).flatMap(({ nomeTarefa, execucoesTarefa }) =>
    execucoesTarefa
      .filter(({ dataFim }) => dataFim === null)
      .map(({ idWorkflowEtapaExecucao, usuario, email }) => ({
        id: idWorkflowEtapaExecucao as string,
        task: nomeTarefa,
        usuario: usuario as string | null,
        email: email as string | null,
      })),
  );
}

const step = (id: string, idCliente = IDS.client) => `/api/Workflow/EtapaExecucao/${id}/Cliente/${idCliente}`;

export const complete = (
  api: Api,
  id: string,
  body?: object,
  headers: Record<string, string> = {},
  idCliente = IDS.client,
): Promise<Answer> => api.post(`${step(id, idCliente)}/concluir`, { ...(body && { body }), headers });

export const fill = (api: Api, id: string, body: object, idCliente = IDS.client): Promise<Answer> =>
  api.patch(`${step(id, idCliente)}/atualizar-dados-formulario`, { body });

export const associate = (api: Api, body: object, idCliente = IDS.client): Promise<Answer> =>
  api.patch(`/api/Workflow/Cliente/${idCliente}/associar-documentos`, { body });

export const list = (api: Api, definition: string, query: Record<string, string | number | boolean> = {}, idCliente = IDS.client) =>
  api.get(`/api/ConfWorkflow/${definition}/Cliente/${idCliente}/fluxos-ativados`, { query });

/** Form values of a flow by field id, without empty ones. */
export async function formOf(api: Api, code: number, idCliente = IDS.client): Promise<Record<string, string>> {
  const { formulario } = await shown(api, code, idCliente);
  return Object.fromEntries(
    (formulario as { idCampo: string; valor: string }[]).filter(({ valor }) => valor !== '').map(({ idCampo, valor }) => [idCampo, valor]),
  );
}

/** No operation exists for it. */
export const cancel = ({ database }: Service, code: number): Promise<unknown> =>
  database.query(`UPDATE workflow SET status = 3, ended_at = 1000 WHERE code = ${code}`);
