import { ArchiveInstaller } from '#application/ports/structure';
import { stableId } from '#application/support/stable-id';
import { PERMISSIONS, type Permission } from '#domain/access/permission';
import type { ArchiveDefinition, WorkflowDescription } from '#domain/provisioning/archive-definition';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { Api } from './api';
import { activate } from './flows';
import { startService, type Service } from './service';

export const CLIENT = 'Fluxos';
export const CLIENT_ID = stableId('client', CLIENT);
const UNIT = 'Unidade dos fluxos';
const ACTING: readonly Permission[] = ['workflow:act', 'workflow:view', 'document:view', 'document:create', 'file:view'];

export const definitionId = (name: string) => stableId('workflow', CLIENT, name);
export const taskId = (workflow: string, task: string) => stableId('workflow-task', CLIENT, workflow, task);
export const formId = (workflow: string) => stableId('workflow-form', CLIENT, workflow);
export const fieldId = (workflow: string, label: string) => stableId('workflow-field', CLIENT, workflow, label);
export const listField = (label: string) => stableId('list-field', CLIENT, 'Pessoas', label);
export const LIST_ID = stableId('list', CLIENT, 'Pessoas');
export const LEVEL = { alpha: stableId('level', CLIENT, 'Alfa'), beta: stableId('level', CLIENT, 'Beta') };
export const userIdOf = (login: string) => stableId('user', login);

const form = {
  name: 'Dados',
  fields: [
    { label: 'Assunto', type: 'text' as const, mandatory: true, max: 20 },
    { label: 'Valor', type: 'money' as const },
    { label: 'Início', type: 'date' as const },
    { label: 'Fim', type: 'date' as const, parent: 'Início', operator: '>=' as const },
  ],
  lists: [{ name: 'Pessoas' }],
};

const WORKFLOWS: WorkflowDescription[] = [
  { name: 'Consenso', activation: 'automatic', steps: [{ name: 'Voto', responsible: { group: ['ana', 'bia', 'caio'] }, consensus: 60 }] },
  {
    name: 'Todos',
    activation: 'automatic',
    steps: [
      {
        name: 'Ambos',
        group: 'all',
        tasks: [
          { name: 'De Ana', responsible: { user: 'ana' } },
          { name: 'De fora', responsible: 'selected-external' },
          { name: 'De fora também', responsible: 'selected-external' },
        ],
      },
    ],
  },
  {
    name: 'Um',
    activation: 'automatic',
    steps: [
      {
        name: 'Qualquer',
        group: 'one',
        tasks: [
          { name: 'De Ana', responsible: { user: 'ana' } },
          { name: 'De Bia', responsible: { user: 'bia' } },
        ],
      },
    ],
  },
  {
    name: 'Externos',
    activation: 'api',
    steps: [
      { name: 'Pedido', responsible: 'api' },
      { name: 'Pareceres', responsible: 'selected-externals', consensus: 50 },
    ],
  },
  {
    name: 'Escolha',
    activation: 'automatic',
    steps: [
      {
        name: 'Análise',
        responsible: 'activator',
        exits: [
          { to: 'Ajuste', label: 'Ajustar' },
          { to: 'end', label: 'Encerrar' },
        ],
      },
      { name: 'Ajuste', responsible: 'selected-user', next: 'Análise' },
    ],
  },
  {
    name: 'Exigente',
    activation: 'automatic',
    form,
    steps: [{ name: 'Tudo', responsible: 'activator', requires: ['comment', 'form', 'attachment', 'document'] }],
  },
  {
    name: 'Exigente já',
    activation: 'api',
    form,
    steps: [
      { name: 'Pedido', responsible: 'api', requires: ['comment', 'form', 'attachment', 'document'] },
      { name: 'Conferência', responsible: 'activator' },
    ],
  },
  { name: 'Inativo', active: false, activation: 'automatic', steps: [{ name: 'Nada', responsible: 'activator' }] },
  {
    name: 'De inativo',
    activation: 'api',
    steps: [
      { name: 'Pedido', responsible: 'api' },
      { name: 'Sua', responsible: { user: 'dormente' } },
    ],
  },
  { name: 'De grupo inativo', activation: 'api', steps: [{ name: 'Voto', responsible: { group: ['ana', 'dormente'] } }] },
  { name: 'Só pedido', activation: 'api', steps: [{ name: 'Pedido', responsible: 'api' }] },
  { name: 'De pessoa', activation: 'automatic', steps: [{ name: 'Tarefa', responsible: 'selected-user' }] },
  { name: 'De fora', activation: 'automatic', form, steps: [{ name: 'Tarefa', responsible: 'selected-external', deadline: '1 hour' }] },
];

const reached = (login: string, ...levels: string[]) => ({
  login,
  name: `Nome de ${login}`,
  password: DEMO_PASSWORD,
  grants: levels.map((level) => ({ client: CLIENT, profile: 'Executor', level: [level] })),
});

const ARCHIVE: ArchiveDefinition = {
  units: [{ name: UNIT }, { name: 'Outra unidade dos fluxos' }],
  boxTypes: ['Caixa dos fluxos'],
  profiles: [
    { name: 'Tudo dos fluxos', permissions: PERMISSIONS },
    { name: 'Executor', permissions: ACTING },
    { name: 'Só fluxos', permissions: ['workflow:act', 'workflow:view', 'file:view'] },
    { name: 'Só arquivos', permissions: ['document:view', 'file:view'] },
  ],
  clients: [
    {
      name: CLIENT,
      units: [UNIT, 'Outra unidade dos fluxos'],
      defaultProfile: 'Só arquivos',
      lists: [
        {
          name: 'Pessoas',
          kind: 'consolidation',
          allowsInclusion: true,
          fields: [
            { label: 'Código', type: 'number', key: true },
            { label: 'Nome', type: 'text', importMandatory: true },
            { label: 'Cidade', type: 'text' },
          ],
          rows: [{ Código: '1', Nome: 'Ana Souza', Cidade: 'Ouro Preto' }],
        },
      ],
      levels: ['Alfa', 'Beta'].map((name) => ({
        name,
        fields: [
          { label: 'Assunto', type: 'text', mandatory: true },
          { label: 'Valor', type: 'money' },
        ],
        lists: [{ name: 'Pessoas' }],
      })),
      boxes: [
        { code: 91, type: 'Caixa dos fluxos' },
        { code: 92, type: 'Caixa dos fluxos', unit: 'Outra unidade dos fluxos' },
      ],
      workflows: WORKFLOWS,
    },
  ],
  users: [
    { ...reached('chefe'), grants: [{ client: CLIENT, profile: 'Tudo dos fluxos' }] },
    reached('ana', 'Alfa'),
    reached('bia', 'Alfa'),
    reached('caio', 'Beta'),
    reached('dormente', 'Alfa'),
    reached('solto'),
    { ...reached('fluxista'), grants: [{ client: CLIENT, profile: 'Só fluxos' }] },
    { ...reached('arquivista'), grants: [{ client: CLIENT, profile: 'Só arquivos' }] },
  ],
};

export type Person = 'chefe' | 'ana' | 'bia' | 'caio' | 'fluxista' | 'arquivista';

export interface FlowsScene {
  service: Service;
  as: Record<Person, Api>;
}

/** A client with a definition of every kind, and users who reach all of it or one level only. */
export async function flowsScene(overrides: Record<string, string> = {}): Promise<FlowsScene> {
  const service = await startService(overrides);
  await service.app.get(ArchiveInstaller).install(ARCHIVE);
  await service.database.query(`UPDATE user_account SET active = 0 WHERE login_key = 'dormente'`);
  await service.database.query("UPDATE user_account SET home_client_id = ? WHERE login_key = 'solto'", [idBytes(CLIENT_ID)]);
  const people: Person[] = ['chefe', 'ana', 'bia', 'caio', 'fluxista', 'arquivista'];
  const signedIn = await Promise.all(
    people.map(async (username) => {
      const { json } = await new Api(service.url).post('/api/Autenticacao/Login', { body: { username, password: DEMO_PASSWORD } });
      return [username, new Api(service.url, json.Token as string)] as const;
    }),
  );
  return { service, as: Object.fromEntries(signedIn) as Record<Person, Api> };
}

export const start = (workflow: string, over: Record<string, unknown> = {}) => ({
  idCliente: CLIENT_ID,
  idConfWorkflow: definitionId(workflow),
  ...over,
});

/** Activates a flow, expects success, and answers its code. */
export async function begun(api: Api, workflow: string, over: Record<string, unknown> = {}): Promise<number> {
  const answer = await activate(api, start(workflow, over));
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.json.CodigoWorkflow as number;
}

/** A form of such a flow; custom fields by label, list fields by `Pessoas.` and label. */
export const formBody = (workflow: string, values: Record<string, string>) => ({
  idFormulario: formId(workflow),
  camposFormulario: Object.entries(values).map(([label, valorCampo]) => ({
    idCampo: label.startsWith('Pessoas.') ? listField(label.slice(8)) : fieldId(workflow, label),
    labelCampo: label.replace('Pessoas.', ''),
    valorCampo,
  })),
});

export const filing = (values: object[] = [{ label: 'Assunto', valorCampo: 'Contrato' }], over: Record<string, unknown> = {}) => ({
  codigoCaixa: null,
  idArvoreOrganizacional: LEVEL.alpha,
  valoresCampos: values,
  arquivos: [],
  ...over,
});
