import type { INestApplicationContext } from '@nestjs/common';
import { ArchiveInstaller } from '#application/ports/structure';
import type { ClientDefinition, FieldDefinition, GrantDefinition } from '#domain/provisioning/archive-definition';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';

export interface AddedClient extends Omit<ClientDefinition, 'units'> {
  unit: string;
  /** What each login may reach: where nothing else is said, all of the client as an administrator. */
  users: Readonly<Record<string, readonly Partial<GrantDefinition>[]>>;
}

/** A client beside those of the demo archive, with a unit and users of its own. */
export const addClient = (app: INestApplicationContext, { unit, users, ...client }: AddedClient): Promise<void> =>
  app.get(ArchiveInstaller).install({
    units: [{ name: unit }],
    boxTypes: [],
    profiles: [],
    clients: [{ ...client, units: [unit] }],
    users: Object.entries(users).map(([login, reach]) => ({
      login,
      name: login.charAt(0).toUpperCase() + login.slice(1),
      password: DEMO_PASSWORD,
      grants: reach.map((grant) => ({ client: client.name, profile: 'Administrador', ...grant })),
    })),
  });

/** A field of every type, with every rule; those of days are told. */
export const fieldsOfEveryType = (...days: FieldDefinition[]): FieldDefinition[] => [
  { label: 'Texto', type: 'text', min: 2, max: 10 },
  { label: 'Placa', type: 'text', mask: 'XXX-9999' },
  { label: 'Sigla', type: 'text', pattern: '[A-Z]{2,3}' },
  { label: 'Quantidade', type: 'number', min: -5, max: 1000 },
  { label: 'Valor', type: 'money', min: 0 },
  ...days,
  { label: 'CPF', type: 'cpf' },
  { label: 'CNPJ', type: 'cnpj' },
  { label: 'CNPJ/CPF', type: 'cnpj-or-cpf' },
  { label: 'Ativo', type: 'checkbox' },
  { label: 'Cor', type: 'options', options: ['Azul', 'Verde-água'] },
];

/** Two days, of which the second cannot lie before the first. */
export const PERIOD: FieldDefinition[] = [
  { label: 'Início', type: 'date' },
  { label: 'Fim', type: 'date', parent: 'Início', operator: '>=' },
];
