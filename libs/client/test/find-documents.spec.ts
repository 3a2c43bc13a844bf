import { findDocuments } from '../src/find-documents.ts';

interface Input {
  idCliente: string;
  body: { cursor?: string; tamanhoPagina?: number };
}

/** Five pages, of which the second is short and the third empty. */
const PAGES = [[1, 2], [3], [], [4, 5], [6]];

function archive() {
  const asked: Input[] = [];
  const find = (input: Input) => {
    asked.push(input);
    const at = Number(input.body.cursor ?? 0);
    return Promise.resolve({ documentos: PAGES[at] ?? [], proximo: at + 1 < PAGES.length ? String(at + 1) : null });
  };
  return { asked, acervo: { findDocuments: { find } } };
}

describe('finding documents', () => {
  it('goes on while there is a cursor, also behind a short or an empty page', async () => {
    const { asked, acervo } = archive();
    const found: number[] = [];
    for await (const document of findDocuments(acervo, { idCliente: 'c', body: { tamanhoPagina: 2 } } as Input)) found.push(document);
    expect(found).toEqual([1, 2, 3, 4, 5, 6]);
    expect(asked.map(({ body }) => body)).toEqual([
      { tamanhoPagina: 2 },
      ...['1', '2', '3', '4'].map((cursor) => ({ tamanhoPagina: 2, cursor })),
    ]);
  });

  it('asks for no page that nobody wants', async () => {
    const { asked, acervo } = archive();
    for await (const document of findDocuments(acervo, { idCliente: 'c', body: {} } as Input)) if (document === 3) break;
    expect(asked).toHaveLength(2);
  });
});
