import { readColumns } from './columns';

describe('the columns of a CSV file', () => {
  it('distinguishes a field from a place with the same name', () => {
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
  ])('reports that %s and %s are the same column', (...header) => {
    expect(readColumns(header).problems).toEqual([{ column: header[1], message: 'This column is there more than once.' }]);
  });
});
