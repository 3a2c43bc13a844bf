import type { ArchiveLevel } from '../../api/archive';
import { added, byIds, byLabels, changed, datesOf, moved, placeOf, placesOf, removed, targetsOf, workflowsFor } from './tree';

const LEVELS: readonly ArchiveLevel[] = [
  {
    id: 'finance',
    name: 'Financeiro',
    fields: [{ id: 'day', label: 'Dia', type: 'date' }],
    levels: [
      {
        id: 'notes',
        name: 'Notas',
        fields: [{ id: 'due', label: 'Prazo', type: 'date', parent: 'Dia' }],
        retention: { field: 'Dia', months: 60 },
      },
      { id: 'contracts', name: 'Contratos' },
    ],
  },
  { id: 'people', name: 'Pessoas' },
];
const paths = (levels: readonly ArchiveLevel[]) => placesOf(levels).map(({ path }) => path);

describe('levels that are edited', () => {
  it('are shown by name, with their paths', () => {
    expect(paths(LEVELS)).toEqual(['Financeiro', 'Financeiro > Contratos', 'Financeiro > Notas', 'Pessoas']);
    expect(datesOf(placeOf(LEVELS, 'notes')!).map(({ id }) => id)).toEqual(['day', 'due']);
  });

  it('are added, changed, moved with what is below, and removed', () => {
    expect(paths(added(LEVELS, 'people', { id: 'new', name: 'Fichas' }))).toContain('Pessoas > Fichas');
    expect(paths(added(LEVELS, null, { id: 'new', name: 'Fichas' }))).toContain('Fichas');
    expect(paths(changed(LEVELS, 'finance', { name: 'Finanças' }))).toContain('Finanças > Notas');
    expect(paths(moved(LEVELS, 'finance', 'people'))).toEqual([
      'Pessoas',
      'Pessoas > Financeiro',
      'Pessoas > Financeiro > Contratos',
      'Pessoas > Financeiro > Notas',
    ]);
    expect(paths(moved(LEVELS, 'notes', null))).toEqual(['Financeiro', 'Financeiro > Contratos', 'Notas', 'Pessoas']);
    expect(paths(removed(LEVELS, 'finance'))).toEqual(['Pessoas']);
  });

  it('move neither below themselves nor where they are', () => {
    expect(targetsOf(LEVELS, 'finance').map(({ path }) => path)).toEqual(['Pessoas']);
    expect(targetsOf(LEVELS, 'notes').map(({ path }) => path)).toEqual(['Financeiro > Contratos', 'Pessoas']);
  });

  it('keep what refers to a field that is renamed', () => {
    const edited = changed(byIds(LEVELS), 'finance', { fields: [{ id: 'day', label: ' Emissão ', type: 'date' }] });
    const { level } = placeOf(byLabels(edited), 'notes')!;
    expect([level.fields?.[0]?.parent, level.retention?.field]).toEqual(['Emissão', 'Emissão']);
    expect(byLabels(byIds(LEVELS))).toEqual(LEVELS);
  });

  it('stay what starts a workflow', () => {
    const workflows = [{ name: 'Fluxo', levels: [['Financeiro', 'Notas'], ['Pessoas']] }, { name: 'Outro' }];
    const client = { id: 'c', name: 'Empresa', units: [], levels: LEVELS, workflows };
    expect(workflowsFor(client, LEVELS)).toBeUndefined();
    expect(workflowsFor(client, moved(LEVELS, 'notes', 'people'))).toEqual([
      { name: 'Fluxo', levels: [['Pessoas', 'Notas'], ['Pessoas']] },
      { name: 'Outro' },
    ]);
  });
});
