import { rowsIn } from '../../api/report-rows';
import { askedReport, reportSearch } from './search';
import { wordIn } from './words';

describe('a report', () => {
  it('has its parameters in its address', () => {
    const values = new Map([
      ['a1', '2026-01-31'],
      ['b2', ''],
      ['c3', 'São & Cia'],
    ]);
    const search = new URLSearchParams(reportSearch('c', { unit: 'u' }, values));
    expect([...search]).toEqual([
      ['cliente', 'c'],
      ['unidade', 'u'],
      ['p.a1', '2026-01-31'],
      ['p.c3', 'São & Cia'],
      ['mostrar', 'sim'],
    ]);
    expect(askedReport(search)).toEqual({ unit: 'u', runs: true, values: new Map([values.entries().next().value!, ['c3', 'São & Cia']]) });
    expect(askedReport(new URLSearchParams(reportSearch('c', { client: 'c' })))).toEqual({ unit: null, runs: false, values: new Map() });
  });

  it('is read up to its last whole row', () => {
    const cell = (Valor: string) => ({ NomeAmigavel: 'A', NomeColuna: 'A', Tipo: 'String', Valor });
    const text = JSON.stringify([{ Dados: [cell('um')] }, { Dados: [cell('}],{"Dados":[')] }, { Dados: [cell('três')] }]);
    for (const [at, rows] of [
      [text.length - 1, 2],
      [text.indexOf('três'), 2],
      [text.indexOf('um') + 4, 0],
    ] as const)
      expect(rowsIn(text.slice(0, at), false)).toHaveLength(rows);
    expect(rowsIn(text, true).map(({ Dados }) => Dados[0]!.Valor)).toEqual(['um', '}],{"Dados":[', 'três']);
  });

  it('keeps words that it does not know', () => {
    expect([wordIn(true, 'Itens de lista'), wordIn(false, 'Id da lista'), wordIn(true, 'Rótulo')]).toEqual([
      'List items',
      'Lista',
      'Rótulo',
    ]);
  });
});
