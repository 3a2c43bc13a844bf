import { namesNear } from './near';

const NAMES = ['idImagem', 'idDocumento', 'idCliente', 'PrazoCompartilhamento', 'Pagina', 'TamanhoPagina', 'registrosPorPagina', 'simular'];

describe('the names near a misspelt one', () => {
  it.each([
    ['PrazoCompartilhmento', 'PrazoCompartilhamento'],
    ['rPazoCompartilhamento', 'PrazoCompartilhamento'],
    ['prazo', 'PrazoCompartilhamento'],
    ['registrosPagina', 'registrosPorPagina'],
    ['smiular', 'simular'],
    ['TAMANHO', 'TamanhoPagina'],
    ['idImagen', 'idImagem'],
    ['dCliente', 'idCliente'],
  ])('%s: %s', (wanted, meant) => {
    expect(namesNear(wanted, NAMES)[0]).toBe(meant);
  });

  it.each(['xy', 'outraVersão', '_', 'x'.repeat(100)])('are none for %s', (wanted) => {
    expect(namesNear(wanted, NAMES)).toEqual([]);
  });

  it('are at most three', () => {
    expect(namesNear('pagina', ['pagina1', 'pagina2', 'pagina3', 'pagina4'])).toHaveLength(3);
  });
});
