import { readColumns } from './columns';

describe('the columns of a CSV file', () => {
  it('has a field that is called like a place beside the place', () => {
    const { places, fields, problems } = readColumns(['caixa', 'campo: Caixa', 'Número']);
    expect(problems).toEqual([]);
    expect(places.get('caixa')).toEqual({ title: 'caixa', index: 0 });
    expect(fields.map(({ label, index }) => [label, index])).toEqual([
      ['Caixa', 1],
      ['Número', 2],
    ]);
  });

  it.each([
    ['caixa', 'Caixa'],
    ['Número', 'campo: numero'],
    ['campo: Caixa', 'campo: caixa'],
  ])('tells that %s and %s are one', (...header) => {
    expect(readColumns(header).problems).toEqual([{ column: header[1], message: 'This column is there more than once.' }]);
  });
});
