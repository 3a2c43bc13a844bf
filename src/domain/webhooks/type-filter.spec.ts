import { idleFilters, passes } from './type-filter';

const TYPES = ['documento.criado', 'documento.alterado', 'arquivo.incluido', 'linha.criada', 'fluxo.etapa_concluida'];

describe('event type filters', () => {
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
  ])('%j match %j', (filters, passing) => {
    expect(TYPES.filter((type) => passes(type, filters))).toEqual(passing);
  });

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
  ])('may not be %j', (text) => expect(idleFilters([text], TYPES)).toEqual([text]));

  it('report filters that match no type', () => {
    expect(idleFilters(['*', 'documento.*', 'documento.apagado', 'pasta.*', 'linha.criada'], TYPES)).toEqual([
      'documento.apagado',
      'pasta.*',
    ]);
  });
});
