import { Level } from '#domain/trees/client-structure';
import { NO_RULES, type Field, type ListField } from '#domain/trees/field';
import type { ValueList } from '#domain/value-lists/value-list';
import { LevelIndexing } from './indexing';
import { AS_STORED } from './sent-value';

const aField = (code: number, label: string, changes: Partial<Field> = {}): Field => ({
  code,
  id: '',
  label,
  type: 'text',
  ...NO_RULES,
  ...changes,
});
const cell = (code: number, label: string, isKey: boolean, isImportMandatory = isKey): ListField => ({
  ...aField(code, label),
  isKey,
  isImportMandatory,
  lockedAfterValue: false,
});
const aList = (name: string, fields: ListField[]): ValueList => ({
  id: name,
  name,
  kind: 'autocomplete',
  allowsInclusion: false,
  parentListId: null,
  fields,
});

const BRANCHES = aList('Filiais', [cell(11, 'UF', true), cell(12, 'Número', true), cell(13, 'Nome', false, true)]);
const PEOPLE = aList('Pessoas', [cell(21, 'CPF', true), cell(22, 'Nome', false)]);
const NODE = { code: 1, id: '', parentCode: null, name: 'Nível', path: 'Nível', retention: null, decimal: null };
const LEVEL = new Level(NODE, null, [
  { nodeCode: 1, field: aField(1, 'Título'), mandatory: true, position: 0 },
  { nodeCode: 1, field: aField(2, 'Ano', { type: 'number', min: 1900 }), mandatory: false, position: 1 },
  { nodeCode: 1, field: aField(3, 'Prazo', { type: 'number', parentCode: 2, parentOperator: '>' }), mandatory: false, position: 2 },
  { nodeCode: 1, list: BRANCHES, mandatory: false, position: 3 },
  { nodeCode: 1, list: PEOPLE, mandatory: true, position: 4 },
]);

/** As `campo` or `lista/campo`. */
const read = (sent: Record<string, string>) => {
  const inputs = Object.entries(sent).map(([name, value], index) => {
    const [listName, label] = name.includes('/') ? name.split('/') : [null, name];
    return { listName: listName!, label: label!, value, path: ['values', index] };
  });
  const { values, entries, cleared, unlinked, refusedCodes, invalid, refused } = LevelIndexing.readChange(LEVEL, inputs, AS_STORED.zone);
  return {
    values: values.map(({ field, text }) => [field.label, text]),
    entries: entries.map((entry) => [entry.list.name, entry.values.map(({ field, text }) => [field.label, text])]),
    cleared: cleared.map(({ field }) => field.label),
    unlinked: unlinked.map(({ name }) => name),
    refusedCodes: [...refusedCodes],
    invalid: invalid.map(({ code }) => code),
    refused: refused.map(({ code, path, details }) => `${code} ${path.join('.')} ${details?.label ?? ''}`),
  };
};
const NOTHING = { values: [], entries: [], cleared: [], unlinked: [], refusedCodes: [], invalid: [], refused: [] };

describe('LevelIndexing.readChange', () => {
  it('ignores fields that are not sent, mandatory or not', () => {
    expect(read({})).toEqual(NOTHING);
    expect(read({ Ano: '2026' })).toEqual({ ...NOTHING, values: [['Ano', '2026']] });
  });

  it.each(['', '   '])('clears a custom field sent as %p', (value) => {
    expect(read({ Ano: value, Prazo: '1' })).toEqual({ ...NOTHING, values: [['Prazo', '1']], cleared: ['Ano'] });
  });

  it('refuses clearing a mandatory field', () => {
    expect(read({ Título: '' }).refused).toEqual(['MANDATORY values.0.value Título']);
  });

  it('leaves the check of parents to the caller', () => {
    expect(read({ Prazo: '5' })).toEqual({ ...NOTHING, values: [['Prazo', '5']] });
  });

  it('refuses an invalid value and names its field', () => {
    expect(read({ Ano: '1800', Título: 'novo' })).toEqual({
      ...NOTHING,
      values: [['Título', 'novo']],
      refusedCodes: [2],
      refused: ['OUT_OF_RANGE values.0.value Ano'],
    });
  });

  it('reads a list entry by all of its keys', () => {
    const sent = { 'Filiais/UF': 'MG', 'Filiais/Número': '7', 'Filiais/Nome': 'Centro' };
    const values = [
      ['UF', 'MG'],
      ['Número', '7'],
      ['Nome', 'Centro'],
    ];
    expect(read(sent)).toEqual({ ...NOTHING, entries: [['Filiais', values]] });
  });

  it.each([
    [{ 'Filiais/UF': 'MG' }, ['LIST_KEY_MISSING values.0 Número']],
    [{ 'Filiais/Nome': 'Centro' }, ['LIST_KEY_MISSING values.0 UF', 'LIST_KEY_MISSING values.0 Número']],
    [{ 'Filiais/UF': 'MG', 'Filiais/Número': '' }, ['LIST_KEY_MISSING values.0 Número']],
    [{ 'Filiais/Nome': '' }, ['LIST_KEY_MISSING values.0 UF', 'LIST_KEY_MISSING values.0 Número']],
    [{ 'Filiais/UF': '' }, ['LIST_KEY_MISSING values.0 UF', 'LIST_KEY_MISSING values.0 Número']],
  ])('refuses a list entry with missing keys: %j', (sent, refused) => {
    expect(read(sent as Record<string, string>)).toMatchObject({ unlinked: [], refused });
  });

  it.each([[{ 'Filiais/UF': '', 'Filiais/Número': ' ' }], [{ 'Filiais/UF': '', 'Filiais/Número': '', 'Filiais/Nome': '' }]])(
    'unlinks a list whose keys are all empty: %j',
    (sent) => {
      expect(read(sent as Record<string, string>)).toEqual({ ...NOTHING, unlinked: ['Filiais'] });
    },
  );

  it('refuses unlinking when another value of the list is sent', () => {
    expect(read({ 'Filiais/UF': '', 'Filiais/Número': '', 'Filiais/Nome': 'Centro' })).toMatchObject({
      unlinked: [],
      refused: ['LIST_KEY_MISSING values.0 UF', 'LIST_KEY_MISSING values.0 Número'],
    });
  });

  it('refuses unlinking a mandatory list', () => {
    expect(read({ 'Pessoas/CPF': '' }).refused).toEqual(['MANDATORY values.0 Pessoas']);
  });

  it('does not treat an empty list field as a custom field', () => {
    expect(read({ 'Filiais/UF': 'MG', 'Filiais/Número': '7', 'Filiais/Nome': '' }).cleared).toEqual([]);
  });

  it.each([
    [{ Cor: 'azul' }, 'FIELD_NOT_ON_LEVEL'],
    [{ Cor: '' }, 'FIELD_NOT_ON_LEVEL'],
    [{ 'Filiais/Cor': 'azul' }, 'FIELD_NOT_ON_LEVEL'],
    [{ 'Cidades/UF': 'MG' }, 'LIST_NOT_ON_LEVEL'],
    [{ 'Pessoas/UF': '' }, 'FIELD_NOT_ON_LEVEL'],
    [{ Título: 'a', titulo: 'b' }, 'DUPLICATE'],
    [{ Ano: '', ' ANO ': '2026' }, 'DUPLICATE'],
  ])('cannot read %j', (sent, code) => {
    expect(read(sent as Record<string, string>).invalid).toEqual([code]);
  });
});
