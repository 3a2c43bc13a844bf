import { stableId } from '#application/support/stable-id';
import type { ArchiveDefinition, FieldDefinition } from '#domain/provisioning/archive-definition';
import { DEMO_PASSWORD } from '#src/cli/demo/demo-archive';

export const CLIENT = 'Empresa da Busca';
export const UNITS = { north: 'Unidade Norte', east: 'Unidade Leste' } as const;
export type Unit = keyof typeof UNITS;
export const CNPJS: Record<Unit, string> = { north: '33000167000101', east: '00000000000191' };
export const BOX_TYPES = ['Caixa da Busca', 'Pasta da Busca'];

export type FieldKind = 'text' | 'number' | 'money' | 'date' | 'cpf' | 'checkbox' | 'options';
export interface SceneField {
  label: string;
  kind: FieldKind;
  list?: string;
}

const field = (label: string, kind: FieldKind, list?: string): SceneField => ({ label, kind, ...(list !== undefined && { list }) });
const TOP = [field('Assunto', 'text')];
const NOTES = [
  ...TOP,
  field('Número', 'number'),
  field('Emissão', 'date'),
  field('Valor', 'money'),
  field('Ativo', 'checkbox'),
  field('Cor', 'options'),
];
const PEOPLE = [field('CPF', 'cpf', 'Pessoas'), field('Nome', 'text', 'Pessoas'), field('Admissão', 'date', 'Pessoas')];
const SECTORS = [field('Código', 'number', 'Setores'), field('Nome', 'text', 'Setores')];

/** Fields of each level in metadata order; `Assunto` of the two roots are different fields. */
export const FIELDS_OF: Record<string, SceneField[]> = {
  Arquivo: TOP,
  'Arquivo > Notas': NOTES,
  'Arquivo > Notas > Antigas': [...NOTES, field('Obs', 'text')],
  'Arquivo > Pessoas': [...TOP, ...PEOPLE],
  Outro: [field('Assunto', 'text'), ...SECTORS, ...PEOPLE],
};
export const LEVELS = Object.keys(FIELDS_OF);
export const isWithin = (level: string, above: string) => level === above || level.startsWith(`${above} > `) || above === '';

/** Values that a search could confuse, as sent; also used as search values. */
export const POOLS: Record<string, string[]> = {
  Assunto: ['Ofício', 'oficio  circular', 'OFÍCIO', 'Memorando', 'memorando interno', "50%_x' OR 1=1", 'Ata'],
  Número: ['1', '01', '1,0', '2', '-2', '2.50', '10'],
  Emissão: ['31/01/2024', '29/02/2024', '2023-12-31', '01/01/2024', '30/11/2023'],
  Valor: ['1500', '1.500,00', '0,5', '0,50', '-3', '15'],
  Ativo: ['sim', '0', 'TRUE', 'não'],
  Cor: ['azul', 'Verde-Água', 'AZUL'],
  Obs: ['Ofício', 'nada'],
  CPF: ['529.982.247-25', '52998224725', '111.444.777-35', '39053344705'],
  Código: ['1', '2', '03'],
  Nome: ['Ana Souza', 'ANA  SOUZA', 'Bruno Lima', 'Compras'],
  Admissão: ['31/01/2024', '2024-02-29'],
};

export const PERSONS: Record<string, string>[] = [
  { CPF: '529.982.247-25', Nome: 'Ana Souza', Admissão: '29/02/2024' },
  { CPF: '11144477735', Nome: 'Bruno  Lima', Admissão: '31/01/2024' },
  { CPF: '39053344705', Nome: 'ana souza' },
];
export const SECTOR_ROWS: Record<string, string>[] = [
  { Código: '1', Nome: 'Compras' },
  { Código: '2', Nome: 'Ana Souza' },
  { Código: '3', Nome: 'Vendas' },
];

export interface Box {
  code: number;
  keeper: 'client' | 'unit';
  unit?: Unit;
  type: string;
  provisional?: string;
  outer?: Box;
}

const inner = (outer: Box, code: number, provisional?: string): Box => ({
  code,
  keeper: outer.keeper,
  type: outer.type,
  outer,
  ...(outer.unit && { unit: outer.unit }),
  ...(provisional && { provisional }),
});
const CLIENTS_BOX: Box = { code: 7001, keeper: 'client', type: BOX_TYPES[0]!, provisional: 'P-7001' };
const NORTH_BOX: Box = { code: 7002, keeper: 'unit', unit: 'north', type: BOX_TYPES[1]! };
const EAST_BOX: Box = { code: 7003, keeper: 'unit', unit: 'east', type: BOX_TYPES[0]!, provisional: 'U 9' };
export const BOXES = [
  CLIENTS_BOX,
  NORTH_BOX,
  EAST_BOX,
  inner(CLIENTS_BOX, 7101, 'P-7101'),
  inner(CLIENTS_BOX, 7102),
  inner(NORTH_BOX, 7201, 'N-1'),
];

export const STATUS: Record<number, string> = {
  1: 'Em Indexação',
  2: 'Armazenado',
  3: 'Emprestado',
  4: 'Excluído',
  5: 'Emprestado - Parcial',
  6: 'Eletrônico',
};
export const CUSTODY = { none: 'Eletrônico', client: 'Guarda Interna', unit: 'Guarda Terceirizada' } as const;

/** Contract 4.4: case, accents and repeated blanks are ignored. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(/\s+/g, ' ');

/** Levels within each user's reach, optionally limited to a unit. */
export const REACHES: Record<string, { level: string; unit?: Unit }[]> = {
  busca: [{ level: '' }],
  'busca-notas': [{ level: 'Arquivo > Notas' }],
  'busca-leste': [{ level: '', unit: 'east' }],
  'busca-dois': [{ level: 'Arquivo > Pessoas' }, { level: 'Outro', unit: 'north' }],
};

const definitionOf = ({ label, kind }: SceneField): FieldDefinition => ({
  label,
  type: kind,
  ...(kind === 'options' && { options: ['Azul', 'Verde-água'] }),
});
const boxDefinition = ({ code, type, unit, provisional }: Box) => ({
  code,
  type,
  ...(unit && { unit: UNITS[unit] }),
  ...(provisional && { provisional }),
  subBoxes: BOXES.filter(({ outer }) => outer?.code === code).map((box) => ({
    code: box.code,
    ...(box.provisional && { provisional: box.provisional }),
  })),
});

export const ARCHIVE: ArchiveDefinition = {
  units: Object.entries(UNITS).map(([unit, name]) => ({ name, cnpj: CNPJS[unit as Unit] })),
  boxTypes: BOX_TYPES,
  profiles: [],
  clients: [
    {
      name: CLIENT,
      units: Object.values(UNITS),
      boxes: BOXES.filter(({ outer }) => !outer).map(boxDefinition),
      lists: [
        {
          name: 'Pessoas',
          kind: 'autocomplete',
          fields: PEOPLE.map((it) => ({ ...definitionOf(it), key: it.label === 'CPF', importMandatory: it.label === 'Nome' })),
          rows: PERSONS,
        },
        {
          name: 'Setores',
          kind: 'consolidation',
          fields: SECTORS.map((it) => ({ ...definitionOf(it), key: it.label === 'Código' })),
          rows: SECTOR_ROWS,
        },
      ],
      levels: [
        {
          name: 'Arquivo',
          fields: TOP.map(definitionOf),
          levels: [
            {
              name: 'Notas',
              fields: NOTES.slice(1).map(definitionOf),
              retention: { field: 'Emissão', months: 24 },
              levels: [{ name: 'Antigas', fields: [definitionOf(field('Obs', 'text'))] }],
            },
            { name: 'Pessoas', lists: [{ name: 'Pessoas' }] },
          ],
        },
        { name: 'Outro', fields: TOP.map(definitionOf), lists: [{ name: 'Setores' }, { name: 'Pessoas' }] },
      ],
    },
  ],
  users: Object.entries(REACHES).map(([login, reach]) => ({
    login,
    name: login,
    password: DEMO_PASSWORD,
    grants: reach.map(({ level, unit }) => ({
      client: CLIENT,
      profile: 'Administrador',
      ...(level && { level: level.split(' > ') }),
      ...(unit && { unit: UNITS[unit] }),
    })),
  })),
};

export const SCENE = {
  client: stableId('client', CLIENT),
  unit: (unit: Unit) => stableId('unit', UNITS[unit]),
  level: (level: string) => stableId('level', CLIENT, ...level.split(' > ')),
  boxType: (type: string) => stableId('box-type', type),
};
export const placeOf = (level: string, unit: Unit) => ({
  idUnidade: SCENE.unit(unit),
  idCliente: SCENE.client,
  idArvoreOrganizacional: SCENE.level(level),
});
