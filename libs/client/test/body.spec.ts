import { bodyOf } from '../src/body.ts';
import { fileDocument, fromStream, fromUrl } from '../src/file-document.ts';
import type { Source } from '../src/source.ts';

/** Promised, as bytes of a stream are. */
async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

const textOf = (body: ReturnType<typeof bodyOf>) => new Response(body!.make()).text();

describe('a body with sources', () => {
  it.each([1, 2, 3, 7, 1000])('has their Base64, whatever the pieces (%i bytes)', async (size) => {
    const bytes = Buffer.from('Olá, acervo! '.repeat(100));
    const source: Source = { open: () => inPieces(bytes, size) };
    const body = bodyOf({ a: [{ arquivo: source }, { arquivo: bytes }], b: 'ç' });
    const arquivo = bytes.toString('base64');
    expect(JSON.parse(await textOf(body))).toEqual({ a: [{ arquivo }, { arquivo }], b: 'ç' });
    // Once more, for another try.
    expect(JSON.parse(await textOf(body))).toEqual({ a: [{ arquivo }, { arquivo }], b: 'ç' });
    expect(body!.again).toBe(true);
  });

  it('cannot be sent again once a stream was read', async () => {
    const body = bodyOf({ arquivo: { open: () => inPieces(Buffer.from('x'), 1), once: true } });
    expect(body!.again).toBe(true);
    await textOf(body);
    expect(body!.again).toBe(false);
  });

  it('fails as its source does', async () => {
    async function* broken() {
      yield await Promise.resolve(Buffer.from('some'));
      throw new Error('disk gone');
    }
    await expect(textOf(bodyOf({ arquivo: { open: broken } }))).rejects.toThrow('disk gone');
  });
});

describe('filing a document', () => {
  it('tells fields by their labels, and files by name, type and content', async () => {
    const createV3 = jest.fn((_input: object, _options?: object) => Promise.resolve({ idDocumento: 'd' }));
    const acervo = { documents: { createV3 } };
    const bytes = Buffer.from('x');
    const files = [
      { name: 'Nota 1.2.PDF', content: bytes, shared: true },
      fromUrl('https://example.com/a', 'sem extensao'),
      { ...fromStream(inPieces(bytes, 1), 'b.bin'), contentType: 'text/plain' },
    ];
    await fileDocument(acervo, { idCliente: 'c' }, { fields: { Número: '1' }, files, externalKey: 'k' }, { idempotencyKey: 'i' });
    const [input, options] = createV3.mock.calls[0]!;
    expect(options).toEqual({ idempotencyKey: 'i' });
    expect(input).toEqual({
      idCliente: 'c',
      body: {
        chaveExterna: 'k',
        valoresCampos: [{ label: 'Número', valorCampo: '1' }],
        arquivos: [
          { arquivo: bytes, contentType: 'application/pdf', extensao: 'PDF', nomeAmigavel: 'Nota 1.2', compartilhado: true },
          { linkArquivo: 'https://example.com/a', contentType: 'application/octet-stream', extensao: '', nomeAmigavel: 'sem extensao' },
          { arquivo: files[2]!.content, contentType: 'text/plain', extensao: 'bin', nomeAmigavel: 'b' },
        ],
      },
    });
  });
});
