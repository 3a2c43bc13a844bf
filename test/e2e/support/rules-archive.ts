import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ArchiveInstaller } from '#application/ports/structure';
import { stableId } from '#application/support/stable-id';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';

const CLIENT = 'Empresa das Regras';
const UNIT = 'Unidade das Regras';

/** An additional client whose fields and lists use every rule for creates. */
const RULES_ARCHIVE: ArchiveDefinition = {
  units: [{ name: UNIT }],
  boxTypes: [],
  profiles: [],
  clients: [
    {
      name: CLIENT,
      units: [UNIT],
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
              fields: [
                { label: 'Texto', type: 'text', min: 2, max: 10 },
                { label: 'Placa', type: 'text', mask: 'XXX-9999' },
                { label: 'Sigla', type: 'text', pattern: '[A-Z]{2,3}' },
                { label: 'Quantidade', type: 'number', min: -5, max: 1000 },
                { label: 'Valor', type: 'money', min: 0 },
                { label: 'Início', type: 'date' },
                { label: 'Fim', type: 'date' },
                { label: 'CPF', type: 'cpf' },
                { label: 'CNPJ', type: 'cnpj' },
                { label: 'CNPJ/CPF', type: 'cnpj-or-cpf' },
                { label: 'Ativo', type: 'checkbox' },
                { label: 'Cor', type: 'options', options: ['Azul', 'Verde-água'] },
              ],
              levels: [{ name: 'Neto', fields: [{ label: 'Detalhe', type: 'text' }], lists: [{ name: 'Filiais', mandatory: true }] }],
            },
          ],
        },
      ],
    },
  ],
  users: [{ login: 'regras', name: 'Regras', password: DEMO_PASSWORD, grants: [{ client: CLIENT, profile: 'Administrador' }] }],
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
export async function installRules(app: INestApplicationContext): Promise<void> {
  await app.get(ArchiveInstaller).install(RULES_ARCHIVE);
  const database = app.get(DataSource);
  const codeOf = async (label: string) => {
    const [row] = (await database.query('SELECT code FROM field WHERE client_id = ? AND label = ?', [RULES.client, label])) as {
      code: number;
    }[];
    return row!.code;
  };
  // A definition cannot express that a field has a parent: `Fim` must not lie before `Início`.
  const [start, end] = [await codeOf('Início'), await codeOf('Fim')];
  await database.query("UPDATE field SET parent_code = ?, parent_operator = '>=' WHERE code = ?", [start, end]);
}
