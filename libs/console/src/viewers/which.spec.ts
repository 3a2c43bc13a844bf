import { kindOf } from './which';

describe('the viewer of a file', () => {
  it.each([
    ['Contrato.pdf', 'pdf'],
    ['Foto de obra.JPEG', 'image'],
    ['Página.TIF', 'tiff'],
    ['NF-e 3419.xml', 'xml'],
    ['a.b.csv', 'text'],
    ['Ata.docx', 'docx'],
  ])('of %s is %s', (name, kind) => expect(kindOf(name)).toBe(kind));

  it.each(['Página.html', 'Desenho.svg', 'página.xhtml', 'Planilha.xlsx', 'Ata.docm', 'sem extensão', 'fim.'])('of %s is none', (name) =>
    expect(kindOf(name)).toBeNull(),
  );
});
