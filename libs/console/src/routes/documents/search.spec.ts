import { askedOf, conditionOf, isFiltered, parameterOf, placeSearch } from './search';

describe('the address of the grid', () => {
  it('says place, filters and fields', () => {
    const search = new URLSearchParams(
      'cliente=c&nivel=n&q=12&texto=multa resc*&situacao=6&situacao=2&de=2026-01-02&ate=2026-02-03&campo.Número=1024&entre.campo.Valor=&entre.campo.Valor=9&ordem=-cadastro&outro=x',
    );
    expect(askedOf(search)).toEqual({
      client: 'c',
      level: 'n',
      code: '12',
      words: 'multa resc*',
      statuses: ['6', '2'],
      from: '2026-01-02',
      to: '2026-02-03',
      values: [
        { list: null, label: 'Número', operator: 'igual', values: ['1024'] },
        { list: null, label: 'Valor', operator: 'entre', values: ['', '9'] },
      ],
      order: { by: 'cadastro', isDescending: true },
    });
  });

  it.each([
    { list: null, label: 'Data de Emissão' },
    { list: null, label: 'CPF/CNPJ: fornecedor' },
    { list: 'Fornecedores', label: 'Razão Social' },
    { list: 'Lista: com dois pontos', label: 'a:b' },
  ])('reads back what it wrote for %j', (field) => {
    const search = new URLSearchParams({ [conditionOf(parameterOf(field), 'em')]: 'ação & 1=2' });
    expect(askedOf(new URLSearchParams(search.toString())).values).toEqual([{ ...field, operator: 'em', values: ['ação & 1=2'] }]);
  });

  it('takes the given client where it names none, and ignores empty values', () => {
    const asked = askedOf(new URLSearchParams('campo.Número=&q='), 'primeiro');
    expect([asked.client, asked.code, asked.values]).toEqual(['primeiro', undefined, []]);
    expect(isFiltered(asked)).toBe(false);
    for (const filter of ['campo.Número=1', 'texto=multa']) expect(isFiltered(askedOf(new URLSearchParams(filter)))).toBe(true);
  });

  it('leads to a place', () => {
    expect(askedOf(new URLSearchParams(placeSearch('c', 'n')))).toMatchObject({ client: 'c', level: 'n', values: [] });
    expect(placeSearch('c')).toBe('cliente=c');
  });
});
