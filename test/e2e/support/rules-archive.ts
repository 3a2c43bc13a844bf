import type { INestApplicationContext } from '@nestjs/common';
import { stableId } from '#application/support/stable-id';
import { addClient, fieldsOfEveryType, PERIOD, type AddedClient } from './added-client';

const CLIENT = 'Empresa das Regras';
const UNIT = 'Unidade das Regras';

/** An additional client whose fields and lists use every rule for creates. */
const RULES_CLIENT: AddedClient = {
  name: CLIENT,
  unit: UNIT,
  users: { regras: [{}] },
  boxes: [{ code: 5001, type: 'Container' }],
  lists: [
    {
      name: 'Filiais',
      kind: 'autocomplete',
      fields: [
        { label: 'UF', type: 'options', options: ['MG', 'SP'], key: true },
        { label: 'Número', type: 'number', key: true },
        { label: 'Nome', type: 'text', importMandatory: true, max: 20 },
        { label: 'Abertura', type: 'date' },
      ],
    },
  ],
  levels: [
    {
      name: 'Raiz',
      fields: [{ label: 'Ano', type: 'number', mandatory: true, min: 1900, max: 2100 }],
      levels: [
        {
          name: 'Tipos',
          fields: fieldsOfEveryType(...PERIOD),
          levels: [{ name: 'Neto', fields: [{ label: 'Detalhe', type: 'text' }], lists: [{ name: 'Filiais', mandatory: true }] }],
        },
      ],
    },
  ],
};

export const RULES = {
  client: stableId('client', CLIENT),
  types: stableId('level', CLIENT, 'Raiz', 'Tipos'),
  grandchild: stableId('level', CLIENT, 'Raiz', 'Tipos', 'Neto'),
};

export const rulesPlace = (level = RULES.types) => ({
  idUnidade: stableId('unit', UNIT),
  idCliente: RULES.client,
  idArvoreOrganizacional: level,
});

/** Adds the client and its user `regras` to a running service. */
export const installRules = (app: INestApplicationContext): Promise<void> => addClient(app, RULES_CLIENT);
