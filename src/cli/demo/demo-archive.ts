import { PERMISSIONS } from '#domain/access/permission';
import type { ArchiveDefinition } from '#domain/archive/archive-definition';

export const DEMO_PASSWORD = 'Acervo@2026';
export const DEMO_CLIENT = 'Empresa Exemplo';
export const DEMO_UNIT = 'Unidade Central';

/** The demo archive of contract §4. */
export const DEMO_ARCHIVE: ArchiveDefinition = {
  units: [
    { name: DEMO_UNIT, cnpj: '11222333000181' },
    { name: 'Unidade Sul', cnpj: '07664483000178' },
  ],
  boxTypes: ['Caixa Arquivo', 'Container'],
  profiles: [
    { name: 'Administrador', permissions: PERMISSIONS },
    { name: 'Leitor', permissions: PERMISSIONS.filter((permission) => permission.endsWith(':view')) },
  ],
  clients: [
    {
      name: DEMO_CLIENT,
      units: [DEMO_UNIT],
      lists: [
        {
          name: 'Fornecedores',
          kind: 'autocomplete',
          fields: [
            { label: 'CNPJ', type: 'cnpj', key: true },
            { label: 'Razão Social', type: 'text', importMandatory: true, max: 250 },
            { label: 'Cidade', type: 'text', max: 100 },
          ],
        },
        {
          name: 'Funcionários',
          kind: 'consolidation',
          allowsInclusion: false,
          fields: [
            { label: 'Matrícula', type: 'number', key: true },
            { label: 'Nome', type: 'text', importMandatory: true, max: 250 },
            { label: 'Cargo', type: 'text', max: 100 },
          ],
          rows: [
            { Matrícula: '1001', Nome: 'Ana Souza', Cargo: 'Analista' },
            { Matrícula: '1002', Nome: 'Bruno Lima', Cargo: 'Gerente' },
            { Matrícula: '1003', Nome: 'Carla Dias', Cargo: 'Diretora' },
          ],
        },
        {
          name: 'Clientes Finais',
          kind: 'consolidation',
          allowsInclusion: true,
          fields: [
            { label: 'CPF', type: 'cpf', key: true },
            { label: 'Nome', type: 'text', importMandatory: true, max: 250 },
          ],
        },
      ],
      levels: [
        {
          name: 'Financeiro',
          levels: [
            {
              name: 'Notas Fiscais',
              fields: [
                { label: 'Número', type: 'number', mandatory: true },
                { label: 'Data de Emissão', type: 'date', mandatory: true },
                { label: 'CPF/CNPJ Fornecedor', type: 'cnpj-or-cpf' },
                { label: 'Valor Total', type: 'money' },
                { label: 'Observação', type: 'text' },
              ],
              retention: { field: 'Data de Emissão', months: 60 },
            },
            {
              name: 'Contratos',
              fields: [
                { label: 'Título', type: 'text', mandatory: true },
                { label: 'Vigência', type: 'date' },
                { label: 'Situação', type: 'options', options: ['Vigente', 'Encerrado'] },
              ],
              lists: [{ name: 'Fornecedores' }, { name: 'Clientes Finais' }],
            },
          ],
        },
        {
          name: 'Recursos Humanos',
          levels: [
            {
              name: 'Prontuários',
              lists: [{ name: 'Funcionários' }],
              fields: [{ label: 'Tipo', type: 'text', mandatory: true }],
            },
          ],
        },
      ],
      boxes: [
        { code: 5001, type: 'Caixa Arquivo' },
        { code: 5002, type: 'Caixa Arquivo', unit: DEMO_UNIT },
      ],
      signatureOrigins: ['Assinado eletronicamente pelo sistema de demonstração'],
    },
    {
      name: 'Outra Empresa',
      units: ['Unidade Sul'],
      levels: [{ name: 'Geral', levels: [{ name: 'Documentos', fields: [{ label: 'Assunto', type: 'text', mandatory: true }] }] }],
      boxes: [{ code: 5003, type: 'Container', unit: 'Unidade Sul' }],
    },
  ],
  users: [
    {
      login: 'demo',
      name: 'Usuário de Demonstração',
      password: DEMO_PASSWORD,
      grants: [{ client: DEMO_CLIENT, unit: DEMO_UNIT, profile: 'Administrador' }],
    },
    { login: 'leitor', name: 'Leitor', password: DEMO_PASSWORD, grants: [{ client: DEMO_CLIENT, unit: DEMO_UNIT, profile: 'Leitor' }] },
    {
      login: 'financeiro',
      name: 'Financeiro',
      password: DEMO_PASSWORD,
      grants: [{ client: DEMO_CLIENT, unit: DEMO_UNIT, level: ['Financeiro'], profile: 'Administrador' }],
    },
    {
      login: 'outro',
      name: 'Outro Usuário',
      password: DEMO_PASSWORD,
      grants: [{ client: 'Outra Empresa', unit: 'Unidade Sul', profile: 'Administrador' }],
    },
  ],
};
