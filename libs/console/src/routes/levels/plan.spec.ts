import type { ArchiveLevel, Planned } from '../../api/archive';
import { changeIn, nameIn, sortProblems, touchedBy } from './plan';

const notes = (name: string): ArchiveLevel => ({ id: 'notes', name, fields: [{ id: 'number', label: 'Nº / Série', type: 'text' }] });
const BEFORE: readonly ArchiveLevel[] = [{ id: 'finance', name: 'Financeiro', levels: [notes('Notas'), { id: 'old', name: 'Velho' }] }];
const AFTER: readonly ArchiveLevel[] = [{ id: 'finance', name: 'Financeiro', levels: [notes('Faturas'), { id: 'new', name: 'Novo' }] }];
const planned = (what: string, action: Planned['action'], name: string): Planned => ({
  what,
  action,
  name: `Empresa / ${name}`,
  details: [],
});

describe('a plan', () => {
  it('says what changes of an attribute', () => {
    expect(changeIn('max: null → 20')).toEqual({ attribute: 'max', from: null, to: 20 });
    expect(changeIn('lists: [] → [{"listId":"Clientes","mandatory":false}]')).toEqual({
      attribute: 'lists',
      from: [],
      to: [{ listId: 'Clientes', mandatory: false }],
    });
    expect(changeIn('é desativado')).toBeNull();
    expect(nameIn('Empresa', 'Empresa / Financeiro')).toBe('Financeiro');
  });

  it('touches the documents of levels that were there', () => {
    const plan = [
      planned('level', 'change', 'Financeiro > Faturas'),
      planned('field', 'change', 'Financeiro > Faturas / Nº / Série'),
      planned('level', 'remove', 'Financeiro > Velho'),
      planned('level', 'add', 'Financeiro > Novo'),
    ];
    expect(touchedBy(plan, 'Empresa', BEFORE, AFTER)).toEqual(['notes', 'old']);
  });

  it('has its problems beside the level or field that they are about', () => {
    const problem = (field: string, message: string) => ({ field, code: 'DEFINICAO_RECUSADA', message });
    const problems = [
      problem('clients[0].levels[0].levels[0].fields[0].label', 'Um.'),
      problem('clients[0].levels[0].levels[0].fields[0]', 'Dois.'),
      problem('clients[0].levels[0].name', 'Três.'),
      problem('clients[0].workflows[0].levels[0]', 'Quatro.'),
      problem('corpo', 'Cinco.'),
    ];
    expect(sortProblems(problems, AFTER)).toEqual({
      byId: { number: 'Um. Dois.', finance: 'Três.' },
      above: ['Quatro.', 'Cinco.'],
      first: 'notes',
    });
  });
});
