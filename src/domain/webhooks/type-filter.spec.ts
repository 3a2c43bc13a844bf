import { idleFilters, isTypeFilter, passes } from './type-filter';

const TYPES = ['documento.criado', 'documento.alterado', 'arquivo.incluido', 'linha.criada', 'fluxo.etapa_concluida'];

describe('filters of types', () => {
  it.each<[string[], string[]]>([
    [[], TYPES],
    [['*'], TYPES],
    [['documento.criado'], ['documento.criado']],
    [['documento.*'], ['documento.criado', 'documento.alterado']],
    [
      ['arquivo.*', 'documento.criado', 'fluxo.etapa_concluida'],
      ['documento.criado', 'arquivo.incluido', 'fluxo.etapa_concluida'],
    ],
    [['documento.cria'], []],
    [['doc.*'], []],
    [['linhas.*'], []],
  ])('%j let pass %j', (filters, passing) => {
    expect(TYPES.filter((type) => passes(type, filters))).toEqual(passing);
  });

  it.each(['*', 'documento.*', 'documento.criado', 'fluxo.etapa_concluida', 'list-row.create'])('may be %s', (text) =>
    expect(isTypeFilter(text)).toBe(true),
  );
  it.each([
    '',
    '**',
    '*.*',
    '*.criado',
    'documento',
    'documento.',
    '.criado',
    'documento.cri*',
    'Documento.criado',
    'a.b.c',
    'a.b\n',
    'a.*,b.*',
  ])('may not be %j', (text) => expect(isTypeFilter(text)).toBe(false));

  it('that no type can pass are told', () => {
    expect(idleFilters(['*', 'documento.*', 'documento.apagado', 'pasta.*', 'linha.criada'], TYPES)).toEqual([
      'documento.apagado',
      'pasta.*',
    ]);
  });
});
