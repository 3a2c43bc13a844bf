import type { ApiCall } from './api';
import { answerMessage } from './server';

const HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const CLIENT = '11111111-1111-4111-8111-111111111111';
const FILE = '22222222-2222-4222-8222-222222222222';

interface Told {
  said: string;
  data: string;
  asked: string[];
}

/** A call of a tool of a service that answers so. */
async function told(name: string, input: object, answer: unknown): Promise<Told> {
  const asked: string[] = [];
  const api = ({ method, path, query }: ApiCall) => {
    asked.push(`${method} ${path} ${JSON.stringify(query)}`);
    return Promise.resolve({ status: 200, version: undefined, text: JSON.stringify(answer) });
  };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  const { text } = await answerMessage({ version: '0', api, writing: undefined }, HEADERS, message);
  const [said, data] = (JSON.parse(text) as { result: { content: { text: string }[] } }).result.content.map((each) => each.text);
  return { said: said!, data: data!, asked };
}

describe('answers of tools', () => {
  it('are cut, and say so', async () => {
    const { said, data } = await told('get_receipt', { idCliente: CLIENT, idArquivo: FILE }, { evento: 'x'.repeat(200_000) });
    expect(data).toHaveLength(100_000);
    expect(said).toContain('cut after 100000');
  });

  it('have a long page of a text in pieces', async () => {
    const page = { paginas: 1, texto: Array.from({ length: 5000 }, (_, index) => `word${index}`).join(' ') };
    let text = '';
    for (let inicio: number | null = 0; inicio !== null;) {
      const { data, asked } = await told('read_file_text', { idCliente: CLIENT, idArquivo: FILE, pagina: 1, inicio }, page);
      const piece = JSON.parse(data) as { texto: string; proximo: number | null };
      expect(asked).toEqual([`GET /api/Arquivo/${FILE}/Cliente/${CLIENT}/texto {"pagina":1}`]);
      expect(piece.texto.length).toBeLessThanOrEqual(20_000);
      text += piece.texto;
      inicio = piece.proximo;
    }
    expect(text).toBe(page.texto);
  });

  it('have many levels page by page', async () => {
    const arvores = Array.from({ length: 250 }, (_, index) => ({ caminho: `Nível ${index}`, campos: [], idPai: null }));
    const units = [{ idUnidade: 'u', nomeUnidade: 'U', clientes: [{ idCliente: CLIENT, nomeCliente: 'C', arvores }] }];
    const page = async (inicio: number) =>
      JSON.parse((await told('list_levels', { inicio }, units)).data) as { niveis: unknown[]; proximo: unknown };
    const pages = [await page(0), await page(100), await page(200)];
    expect(pages.map(({ niveis, proximo }) => [niveis.length, proximo])).toEqual([
      [100, 100],
      [100, 200],
      [50, null],
    ]);
    expect(JSON.parse((await told('list_levels', { contem: 'NIVEL 24' }, units)).data)).toMatchObject({ total: 11 });
  });
});
