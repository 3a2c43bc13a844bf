import { PERMISSIONS } from '#domain/access/permission';
import { CONTRACT_DEFINITIONS } from './contract-schema';
import { FIELD_TYPES, PARENT_OPERATORS } from '#domain/trees/field';
import { DECIMALS } from '#domain/documents/sent-value';
import { LEVEL_READINGS } from '#domain/files/file-reading';
import { MOST_WEBHOOKS } from '#domain/webhooks/webhook';
import { AFFORDABLE_HASH } from '#domain/users/password';
import { flag, id, listOf, ref, text, thing, type Schema } from './schema-words';
import { WORKFLOW_DEFINITIONS } from './workflow-schema';

const WHOLE = { minimum: -9_007_199_254_740_991, maximum: 9_007_199_254_740_991 };

const field = {
  id,
  label: text(250, 'As users see it and client programs send it.'),
  type: { enum: FIELD_TYPES },
  min: { type: 'integer', ...WHOLE, description: 'Of a text: characters; of a number or an amount of money: the value.' },
  max: { type: 'integer', ...WHOLE },
  pattern: { type: 'string', minLength: 1, maxLength: 500, description: 'A regular expression that the whole value must match.' },
  mask: { type: 'string', minLength: 1, maxLength: 250, description: 'X is a letter, 9 a digit, anything else itself.' },
  options: listOf(text(250), 'The choices of a field of type options.'),
  parent: text(250, 'Label of a field here or above that must be filled first.'),
  operator: { enum: PARENT_OPERATORS, description: 'How the value must compare with the one of the parent field.' },
} satisfies Record<string, Schema>;

const fieldWith = (more: Record<string, Schema>): Schema => ({
  ...thing(['label', 'type'], { ...field, ...more }),
  dependencies: { operator: ['parent'] },
});

const subBox = {
  id,
  code: { type: 'integer', minimum: 1, maximum: WHOLE.maximum },
  provisional: text(50, 'A number from before the box was numbered by its keeper.'),
} satisfies Record<string, Schema>;

const definitions: Record<string, Schema> = {
  unit: thing(['name'], { id, name: text(250), cnpj: text(20) }),
  boxType: { anyOf: [text(250), thing(['name'], { id, name: text(250) })] },
  profile: thing(
    ['name', 'permissions'],
    { id, name: text(250), permissions: { ...listOf({ enum: PERMISSIONS }), uniqueItems: true } },
    'A named set of permissions.',
  ),
  field: fieldWith({ mandatory: flag('A document of the level cannot do without it.') }),
  listField: fieldWith({
    key: flag('Rows are known by their key fields.'),
    importMandatory: flag('A row cannot do without it; a key never can.'),
    lockedAfterValue: flag('Once it has a value it cannot be changed by client programs.'),
  }),
  list: thing(['name', 'kind', 'fields'], {
    id,
    name: text(250),
    kind: { enum: ['autocomplete', 'consolidation'], description: 'An autocomplete list grows while documents are filed.' },
    allowsInclusion: flag('Whether a consolidation list grows, too.'),
    parent: text(250, 'A list whose key fields this one repeats by label: a row needs its parent row.'),
    fields: { ...listOf(ref('listField')), minItems: 1 },
    rows: listOf(
      { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
      'Cells by label. A cell that is left out is empty.',
    ),
    rowsFrom: text(500, 'A CSV file (; or , with labels in the first line, UTF-8) beside this file or under its folder, instead of rows.'),
    rowsComplete: flag('Rows of the archive that are not named here are removed; otherwise they are left alone.'),
  }),
  level: thing(['name'], {
    id,
    name: text(250),
    fields: listOf(ref('field')),
    lists: listOf(thing(['name'], { name: text(250), mandatory: flag('A document of the level must point at a row.') })),
    retention: thing(
      ['field', 'months'],
      {
        field: text(250, 'Label of a date field here or above, or of the list.'),
        list: text(250),
        months: { type: 'integer', minimum: 0, maximum: 12_000 },
      },
      'When documents of the level, and of levels below without a rule of their own, fall due.',
    ),
    reading: {
      enum: LEVEL_READINGS,
      description:
        'What is made of the files of the level, and of levels below that say nothing, where the service reads files: nothing, text and previews, or also the text of scanned pages. The usual is text.',
    },
    decimal: {
      enum: DECIMALS,
      description:
        'What a text like 1.001 means in fields of numbers and money of documents filed at the level, and at levels below that say nothing: comma, the usual, a thousand and one; point, for programs that send English text, one and a thousandth. A JSON number has a decimal point anyway.',
    },
    levels: listOf(ref('level')),
  }),
  box: thing(['code', 'type'], {
    ...subBox,
    type: text(250),
    unit: text(250, 'The unit that numbers and keeps the box; without one the client does.'),
    subBoxes: listOf(thing(['code'], subBox)),
  }),
  client: thing(['name', 'units'], {
    id,
    name: text(250),
    units: listOf(text(250)),
    defaultProfile: text(250, 'What a new user of the whole client may do.'),
    lists: listOf(ref('list')),
    levels: listOf(ref('level')),
    boxes: listOf(ref('box')),
    signatureOrigins: listOf({ anyOf: [text(500), thing(['message'], { id, message: text(500) })] }),
    contracts: listOf(ref('contract')),
    workflows: listOf(ref('workflow')),
    webhooks: {
      ...listOf(ref('webhook'), 'Left out: those that there are stay as they are.'),
      maxItems: MOST_WEBHOOKS,
    },
  }),
  webhook: thing(['url', 'user'], {
    id,
    url: { ...text(2048, 'Address that takes a POST.'), pattern: '^https?://' },
    description: text(250),
    types: {
      ...listOf(text(60), 'Types of events, documento.* for all of a group. Without them: all that the user may see.'),
      maxItems: 50,
    },
    level: { ...listOf(text(250), 'Names from the root: only events of documents at this level and below.'), minItems: 1 },
    user: text(50, 'Login of the user whose rights decide what it gets.'),
  }),
  ...CONTRACT_DEFINITIONS,
  grant: thing(['client', 'profile'], {
    client: text(250),
    unit: text(250, 'Without one: every unit of the client.'),
    level: { ...listOf(text(250), 'Names from the root. Without them: the whole tree.'), minItems: 1 },
    profile: text(250),
  }),
  user: thing(['login', 'name', 'grants'], {
    id,
    login: text(50),
    name: text(250),
    email: { ...text(50), pattern: '^[^\\s@]+@[^\\s@]+$' },
    password: { type: 'string', minLength: 1, maxLength: 200, description: 'Of a new user. A user who is there keeps the password.' },
    passwordHash: {
      type: 'string',
      maxLength: 250,
      pattern: AFFORDABLE_HASH.source,
      description: 'Instead of a password; as export writes it: Argon2 with at most m=99999, t=10, p=16 or m=299999, t=4, p=16.',
    },
    service: flag('A program: it has no password, and calls with keys, which are made by the interface or on the command line.'),
    active: flag('Whether the user may log in. Left out: a new user may, one who is there stays as it is.'),
    home: {
      ...text(250, 'Name of the client at which the user is at home. Left out: that of the first grant; null: none.'),
      type: ['string', 'null'],
    },
    grants: listOf(ref('grant')),
  }),
  ...WORKFLOW_DEFINITIONS,
};

/**
 * What an archive file may hold: checked before anything else, and published for editors as `docs/archive.schema.json`.
 * A new section is one more member of `properties`.
 */
export const ARCHIVE_SCHEMA: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'https://acervo.example/archive.schema.json',
  title: 'Acervo archive',
  description: 'The organisation of an archive, for `acervo apply`. A section that is left out is left as it is.',
  ...thing([], {
    $schema: { type: 'string' },
    units: listOf(ref('unit')),
    boxTypes: listOf(ref('boxType')),
    profiles: listOf(ref('profile')),
    clients: listOf(ref('client')),
    users: listOf(ref('user')),
  }),
  definitions,
};

/** Names of the properties that hold numbers, truth values, and amounts, wherever they stand. */
export const NUMERIC = namesOfType('integer');
export const LOGICAL = namesOfType('boolean');
export const AMOUNTS = namesOfType('string,number');

function namesOfType(type: string, at: unknown = { ARCHIVE_SCHEMA, definitions }, names = new Set<string>()): ReadonlySet<string> {
  if (typeof at !== 'object' || at === null) return names;
  for (const [name, member] of Object.entries(at)) {
    if (String((member as Schema | null)?.type) === type) names.add(name);
    namesOfType(type, member, names);
  }
  return names;
}
