import { readQuery } from './read-query';

const known = { lists: new Set(['idimagem']), pairs: new Set(['valorescampos', 'v']) };
const read = (url: string) => readQuery(url, known);
const queryOf = (url: string) => ({ ...read(url).query });
const problemsOf = (url: string) => read(url).problems.map(({ path, code }) => [path.join('.'), code].join(' '));

describe('a query', () => {
  it('keeps names as sent and groups indexed pairs by index', () => {
    const url = '/x?IDCliente=1&ValoresCampos[1].Label=b&valorescampos%5B0%5D.label=a&ValoresCampos[0].ValorCampo=1%2B1&api-version=1';
    expect(queryOf(url)).toEqual({
      IDCliente: '1',
      ValoresCampos: [expect.objectContaining({ label: 'a', ValorCampo: '1+1' }), expect.objectContaining({ Label: 'b' })],
    });
  });

  it('returns repeated names as a list only where a list is expected', () => {
    expect(queryOf('/x?idImagem=a,b&IDIMAGEM=c')).toEqual({ idImagem: ['a', 'b', 'c'] });
    expect(problemsOf('/x?idCliente=a&IDCLIENTE=b')).toEqual(['idCliente DUPLICATE']);
    expect(problemsOf('/x?v[0].a=1&v[0].A=2')).toEqual(['v.0.A DUPLICATE']);
    expect(problemsOf('/x?v=1&v[0].A=2')).toEqual(['v DUPLICATE']);
  });

  it('accepts a hundred pairs', () => {
    const pairs = (count: number) => `/x?${Array.from({ length: count }, (_, index) => `v[${index}].a=1`).join('&')}`;
    expect(queryOf(pairs(100)).v).toHaveLength(100);
    expect(Object.keys(queryOf('/x?v[7].a=1&v[2].a=2').v as object)).toEqual(['2', '7']);
    expect(problemsOf(pairs(101))).toEqual(['v TOO_LONG']);
  });

  it('keeps an unknown pair under its full name', () => {
    expect(queryOf('/x?outro[100].a=1')).toEqual({ 'outro[100].a': '1' });
    expect(problemsOf('/x?v[x].a=2&v[]=1&V.a=1')).toEqual(['v[x].a UNKNOWN', 'v[] UNKNOWN', 'V.a UNKNOWN']);
  });

  it('parses each object of a list as JSON, and keeps invalid ones for the validation', () => {
    expect(queryOf('/x?V={"a":"1,5"}&v=%7B%22a%22%3A2%7D&v=')).toEqual({ V: [{ a: '1,5' }, { a: 2 }] });
    expect(queryOf('/x?v=')).toEqual({});
    expect(queryOf('/x?v=a')).toEqual({ v: ['a'] });
    expect(problemsOf('/x?v={}&v[0].a=1')).toEqual(['v DUPLICATE']);
  });

  it('names each parameter whose bytes are not UTF-8', () => {
    const url = '/x?a=A%E7%E3o&b=%C3%A7&%E9=1&v[0].a=%ff&a=%fe&c=100%&d=%zz&e=%ED%A0%80';
    expect(problemsOf(url)).toEqual(['a FORMAT', '\ufffd FORMAT', 'v[0].a FORMAT', 'e FORMAT', 'a DUPLICATE']);
    expect(problemsOf('/x?a=%F0%9F%98%80+%c3%a3&b=%41%')).toEqual([]);
  });

  it('protects prototypes', () => {
    const { query } = read('/x?__proto__=1&v[0].__proto__=2');
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(({} as Record<string, unknown>).v).toBeUndefined();
  });
});
