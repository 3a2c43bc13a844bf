import { readQuery } from './read-query';

const none = new Set<string>();

describe('a query', () => {
  it('has its names folded and its indexed pairs gathered in order', () => {
    const url = '/x?IDCliente=1&ValoresCampos[1].Label=b&valorescampos%5B0%5D.label=a&ValoresCampos[0].ValorCampo=1%2B1&api-version=1';
    expect({ ...readQuery(url, none) }).toEqual({
      idcliente: '1',
      valorescampos: [expect.objectContaining({ label: 'a', valorcampo: '1+1' }), expect.objectContaining({ label: 'b' })],
    });
  });

  it('gives repeated names as a list only where one is meant', () => {
    expect({ ...readQuery('/x?idImagem=a,b&IDIMAGEM=c', new Set(['idimagem'])) }).toEqual({ idimagem: ['a', 'b', 'c'] });
    expect(() => readQuery('/x?idCliente=a&IDCLIENTE=b', none)).toThrow('INPUT_INVALID');
    expect(() => readQuery('/x?v[0].a=1&v[0].A=2', none)).toThrow('INPUT_INVALID');
  });

  it('takes a hundred pairs', () => {
    const pairs = (count: number) => `/x?${Array.from({ length: count }, (_, index) => `v[${index}].a=1`).join('&')}`;
    expect(readQuery(pairs(100), none).v).toHaveLength(100);
    expect(Object.keys(readQuery('/x?v[7].a=1&v[2].a=2', none).v as object)).toEqual(['2', '7']);
    // Index 100 belongs to no pair: the reader does not know the name.
    expect(readQuery(pairs(101), none)).toHaveProperty(['v[100].a'], '1');
  });

  it('reads each of a list of objects as JSON, and leaves what is none for the reader to refuse', () => {
    const objects = new Set(['v']);
    expect({ ...readQuery('/x?V={"a":"1,5"}&v=%7B%22a%22%3A2%7D&v=', none, objects) }).toEqual({ v: [{ a: '1,5' }, { a: 2 }] });
    expect({ ...readQuery('/x?v=', none, objects) }).toEqual({});
    expect({ ...readQuery('/x?v=a', none, objects) }).toEqual({ v: ['a'] });
    expect(() => readQuery('/x?v={}&v[0].a=1', none, objects)).toThrow('INPUT_INVALID');
  });

  it('cannot reach a prototype', () => {
    const query = readQuery('/x?__proto__=1&v[0].__proto__=2', none);
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(({} as Record<string, unknown>).v).toBeUndefined();
  });
});
