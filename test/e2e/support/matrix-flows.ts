import { stableId } from '#application/support/stable-id';
import type { WorkflowDescription } from '#domain/provisioning/archive-definition';
import type { Api } from './api';
import type { FlowSpecies, Sample } from './matrix-types';
import type { Service } from './service';

const NAME = 'Fluxo da matriz';
const REVIEW = 'Revisão';
const STEP = '/api/Workflow/EtapaExecucao/{idWorkflowEtapaExecucao}/Cliente/{idCliente}';
const keyOf = (client: string, list: string) => stableId('list-field', client, list, 'Código');

/** The activation completes the first step; the second has an exit to itself. */
export const matrixWorkflow = (list: string): WorkflowDescription => ({
  name: NAME,
  activation: 'api',
  form: { name: 'Dados', fields: [{ label: 'Assunto', type: 'text' }], lists: [{ name: list }] },
  steps: [
    { name: 'Pedido', responsible: 'api' },
    {
      name: REVIEW,
      responsible: 'selected-external',
      exits: [{ to: 'end', when: { field: 'Assunto', operator: '=', value: 'fim' } }, { to: REVIEW }],
    },
  ],
});

/** Parts of a call besides ids. */
const activation = (client: string, list: string) => ({
  email: 'externo@exemplo.com.br',
  formulario: {
    idFormulario: stableId('workflow-form', client, NAME),
    camposFormulario: [{ idCampo: keyOf(client, list), valorCampo: '1' }],
  },
});

export async function freshFlow(
  api: Api,
  { database }: Service,
  client: string,
  list: string,
): Promise<{ flow: string; execution: string }> {
  const ids = { idCliente: stableId('client', client), idConfWorkflow: stableId('workflow', client, NAME) };
  const { json } = await api.post('/api/Workflow/Ativar', { body: { ...ids, ...activation(client, list) } });
  const [row] = (await database.query(
    `SELECT w.id AS flow, e.id AS execution FROM workflow w JOIN workflow_execution e ON e.workflow_code = w.code
     WHERE w.code = ${Number(json.CodigoWorkflow)} AND e.ended_at IS NULL`,
  )) as [{ flow: string; execution: string }];
  return row;
}

type Both = (own: string, foreign: string) => Partial<Record<'own' | 'foreign' | 'unknown' | 'malformed', string>>;
type Place = readonly [client: string, list: string, made: { flow: string; execution: string }];

export function flowIds(both: Both, own: Place, foreign: Place): Record<FlowSpecies, ReturnType<Both>> {
  const pair = (id: (place: Place) => string) => both(id(own), id(foreign));
  return {
    definition: pair(([client]) => stableId('workflow', client, NAME)),
    flow: pair(([, , made]) => made.flow),
    execution: pair(([, , made]) => made.execution),
    task: pair(([client]) => stableId('workflow-task', client, NAME, REVIEW)),
    form: pair(([client]) => stableId('workflow-form', client, NAME)),
    'form field': pair(([client, list]) => keyOf(client, list)),
    'form list': pair(([client, list]) => stableId('list', client, list)),
  };
}

const idLista = stableId('list', 'Matriz', 'Pessoas');

/** A valid call of every route of flows. */
export const FLOW_SAMPLES: Record<string, Sample> = {
  'POST /api/Workflow/Ativar': {
    body: () => ({
      ...activation('Matriz', 'Pessoas'),
      documentos: [{ valoresCampos: [{ label: 'Assunto', valorCampo: 'Novo' }], arquivos: [] }],
      arquivos: [{ arquivo: Buffer.from('x').toString('base64'), extensao: 'txt', nomeArquivo: 'Anexo' }],
    }),
  },
  'PATCH /api/Workflow/Cliente/{idCliente}/associar-documentos': { body: () => ({}) },
  'GET /api/ConfWorkflow/{idConfWorkflow}/Cliente/{idCliente}/fluxos-ativados': { query: { BuscarQtdPaginas: 'true' } },
  'GET /api/Workflow/Cliente/{idCliente}/dados-fluxo': {},
  'GET /api/Workflow/Cliente/{idCliente}/modelo-fluxo': {},
  [`PATCH ${STEP}/atualizar-dados-formulario`]: {
    body: () => ({ campos: [{ idLista, valor: '1' }] }),
  },
  [`POST ${STEP}/concluir`]: { body: () => ({}) },
};
