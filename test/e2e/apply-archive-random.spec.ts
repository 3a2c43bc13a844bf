import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { PERMISSIONS } from '#domain/access/permission';
import { LEVEL_READINGS } from '#domain/files/file-reading';
import { PART } from '../support/part';
import { ArchiveDesk } from './support/archive-files';
import { workflow } from './support/random-workflows';
import { startService } from './support/service';

const RUNS = Number(process.env.ARCHIVE_RUNS ?? (PART === 'usual' ? 8 : 25));

const subset = <T>(items: readonly T[], minLength = 0) => fc.subarray([...items], { minLength });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** Names like those that people give, and some that are hard to write as YAML. */
const NAMES = ['Um', 'Dois: três', '- traço', '"aspas"', '2024', 'true', 'null', '#5', 'é # ção', '{a}', "l'água", '~'];
const UNITS = ['Norte', 'Sul', '0123'];
const TYPES = ['text', 'number', 'date', 'options', 'checkbox'] as const;

const rules = (type: (typeof TYPES)[number]) => ({
  type,
  ...(type === 'options' && { options: ['A', 'B: c', '10'] }),
});

const fieldsOf = (labels: readonly string[]) =>
  subset(labels).chain((chosen) =>
    fc
      .tuple(
        ...chosen.map((label) =>
          fc.record({
            label: fc.constant(label),
            type: fc.constantFrom(...TYPES),
            mandatory: fc.boolean(),
            max: optional(fc.integer({ min: 5, max: 90 })),
          }),
        ),
      )
      .map((fields) =>
        fields.map((field, index) => {
          const earlier = fields.slice(0, index).find(({ type }) => type === field.type);
          return { ...field, ...rules(field.type), ...(earlier && { parent: earlier.label, operator: '>=' }) };
        }),
      ),
  );

const listOf = (name: string, parent: string | null) =>
  fc.record({
    name: fc.constant(name),
    kind: fc.constantFrom('autocomplete', 'consolidation'),
    allowsInclusion: fc.boolean(),
    parent: fc.constantFrom(undefined, parent ?? undefined),
    fields: fc
      .boolean()
      .map((more) => [{ label: 'Código', type: 'number', key: true }, ...(more ? [{ label: 'null', type: 'text' }] : [])]),
    rows: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 6 }).map((codes) => codes.map((code) => ({ Código: String(code) }))),
    rowsComplete: fc.constant(true),
  });

const level = (names: readonly string[], depth: number, lists: readonly string[]): fc.Arbitrary<object[]> =>
  subset(names).chain((chosen) =>
    fc.tuple(
      ...chosen.map((name) =>
        fc
          .record({
            fields: fieldsOf(NAMES.slice(depth * 4, depth * 4 + 4)),
            lists: subset(lists),
            months: optional(fc.nat(120)),
            reading: optional(fc.constantFrom(...LEVEL_READINGS)),
            levels: depth < 2 ? level(names, depth + 1, []) : fc.constant([]),
          })
          .map(({ fields, lists: attached, months, reading, levels }) => {
            const date = fields.find(({ type }) => type === 'date');
            return {
              name,
              fields,
              lists: attached.map((list) => ({ name: list })),
              ...(date && months !== undefined && { retention: { field: date.label, months } }),
              ...(reading && { reading }),
              levels,
            };
          }),
      ),
    ),
  );

const decimal = fc.nat(2_000_000).map((units) => String(units / 10_000));
const packageOf = optional(fc.record({ quantity: decimal, price: decimal }));
const contractOf = (number: string) =>
  fc.record({
    number: fc.constant(number),
    from: fc.constantFrom('2020-01-01', '2026-02-28'),
    until: optional(fc.constant('2026-12-31')),
    dueDays: fc.nat(365),
    suspended: fc.boolean(),
    services: subset(['Um', 'null', '0.5'], 1).chain((names) =>
      fc.tuple(
        ...names.map((description) =>
          fc.record({
            kind: fc.constantFrom('fixed-fee', 'stored-documents'),
            description: fc.constant(description),
            initialPackage: packageOf,
            periodicPackage: fc.record({ quantity: decimal, price: decimal }),
            discount: optional(fc.nat(1_000_000).map((units) => String(units / 10_000))),
            until: optional(fc.constant('2026-06-30')),
          }),
        ),
      ),
    ),
  });

const client = (name: string, units: readonly string[], profiles: readonly string[]) =>
  subset(['Lista', 'Outra: lista'])
    .chain((lists) =>
      fc.record({
        name: fc.constant(name),
        units: subset(units),
        defaultProfile: fc.constantFrom(undefined, ...profiles),
        lists: fc.tuple(...lists.map((list, index) => listOf(list, index > 0 ? lists[0]! : null))),
        levels: level(NAMES.slice(0, 3), 0, lists),
        boxes: fc
          .uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 5 })
          .map((codes) => codes.map((code) => ({ code, type: 'Caixa', subBoxes: [{ code: code + 100, provisional: `P ${code}` }] }))),
        signatureOrigins: subset(['Origem', 'yes']),
        workflows: subset(['Fluxo', '2024', 'Ção: um']).chain((names) =>
          fc.tuple(...names.map((each) => workflow(each, NAMES.slice(0, 6), fieldsOf(NAMES.slice(4, 8)), lists))),
        ),
        contracts: fc.tuple(...['1', '2: b'].map((number) => contractOf(number))).chain((contracts) => subset(contracts)),
      }),
    )
    // Of a unit of the client, which may have none.
    .map(({ contracts, ...said }) => ({
      ...said,
      contracts: said.units.flatMap((unit) => contracts.map((each) => ({ ...each, unit }))).slice(0, 1),
    }));

const archive = fc
  .record({ units: subset(UNITS, 1), profiles: subset(NAMES.slice(0, 4), 1), clients: subset(['Cliente', 'null', 'Ção'], 1) })
  .chain(({ units, profiles, clients }) =>
    fc.record({
      units: fc.constant(units.map((name) => ({ name, cnpj: name === '0123' ? '0123' : undefined }))),
      boxTypes: fc.constantFrom(['Caixa'], ['Caixa', 'on']),
      profiles: fc.tuple(...profiles.map((name) => fc.record({ name: fc.constant(name), permissions: subset(PERMISSIONS) }))),
      clients: fc.tuple(...clients.map((name) => client(name, units, profiles))),
      users: subset(['um', 'dois', 'TRÊS']).map((logins) =>
        logins.map((login, index) => ({
          login,
          name: login,
          password: 'Senha@2026',
          active: true,
          grants: clients.slice(index).map((name) => ({ client: name, profile: profiles[index % profiles.length] })),
        })),
      ),
    }),
  );

const asText = (definition: unknown) => stringify(definition, { aliasDuplicateObjects: false });

/** Rows stand in the order in which they were added, and users who were there once are kept inactive, whatever a file says. */
function withoutHistory(exported: string) {
  const definition = parse(exported) as { users: { active?: boolean }[]; clients: { lists?: { rows?: Record<string, string>[] }[] }[] };
  const lists = definition.clients.flatMap(({ lists: all = [] }) => all);
  for (const { rows } of lists) rows?.sort((a, b) => Number(a.Código) - Number(b.Código));
  definition.users = definition.users.filter(({ active }) => active !== false);
  return definition;
}

/** Without documents everything may be removed: what an archive was before must not show. */
describe('random archive files', () => {
  let running: ArchiveDesk;
  let empty: ArchiveDesk;
  beforeAll(async () => {
    running = await ArchiveDesk.at(await startService());
    empty = await ArchiveDesk.at(await startService());
    for (const { service } of [running, empty]) await forgetEverything(service.database);
  });
  afterAll(async () => {
    await running.close();
    await empty.close();
  });

  const TABLES =
    'document document_value document_list_row document_file service_unit client client_unit tree_node field value_list node_field node_list list_row list_row_value box_type box signature_origin profile user_account user_grant workflow_definition workflow_design contract contract_service box_custody bill bill_line';
  async function forgetEverything(database: ArchiveDesk['service']['database']): Promise<void> {
    for (const table of TABLES.split(' ')) await database.query(`DELETE FROM ${table}`);
  }

  it(`replace the former archive completely: ${RUNS} pairs`, async () => {
    await fc.assert(
      fc.asyncProperty(archive, archive, async (first, second) => {
        await running.apply(asText(first), { allowRemove: true });
        await running.apply(asText(second), { allowRemove: true });
        await forgetEverything(empty.service.database);
        await empty.apply(asText(second));
        const exported = await empty.export();
        expect(withoutHistory(await running.export())).toEqual(withoutHistory(exported));
        for (const desk of [running, empty]) {
          expect((await desk.apply(asText(second))).plan.groups).toEqual([]);
          expect((await desk.apply(exported)).plan.groups).toEqual([]);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
