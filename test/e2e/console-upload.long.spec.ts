import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TcpProxy, type Tap, type Verdict } from '../faults/kit/tcp-proxy';
import { HeldGrowth } from '../support/held-memory';
import { IDS } from './support/api';
import { Console } from './support/console';
import { all, is } from './support/finding';
import { describeConsole } from './support/in-browser';

const MEGABYTE = 1024 * 1024;
/** `npm run test:console` sends a large one; or whoever says how large. */
const SIZE = Number(process.env.ACERVO_UPLOAD_MB ?? (process.env.ACERVO_LOOKS === 'all' ? 500 : 2)) * MEGABYTE;

describeConsole('a large file, in a real browser', ({ service, demo: api, open }) => {
  let folder: string;
  let line: TcpProxy;
  /** The service is away as soon as half of a file was sent. */
  let cut: Promise<void> | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-large-'));
    const tap = (): Tap => {
      let sent = 0;
      const fromClient = ({ length }: Buffer): Verdict => {
        sent += length;
        if (!cut && sent > SIZE / 2) cut = line.refuse();
        return 'pass';
      };
      return { fromClient, fromServer: () => 'pass' };
    };
    line = await TcpProxy.start(service.url, { tap });
  });
  afterAll(async () => {
    await line.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A video that takes no room on the disk: all but its beginning is empty. */
  async function large(): Promise<string> {
    const path = join(folder, 'Vídeo.mp4');
    const file = await openFile(path, 'w');
    await file.write(Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isom', 'latin1'));
    await file.truncate(SIZE);
    await file.close();
    return path;
  }

  it('that is cut on its way is sent again under the same key, and makes one document with one file', async () => {
    const { page } = open;
    const console = new Console(page, line.through(service.url));
    await console.enter(`/documentos/novo?cliente=${IDS.client}&nivel=${IDS.invoices}`);
    await console.fillLabelled('Número', '500500');
    await console.fillLabelled('Data de Emissão', '2026-11-27');
    await page.choose('form input[type=file]', [await large()]);
    await page.until('document.querySelector("form .file")');
    const growth = new HeldGrowth();
    await console.click('Criar documento');
    await console.uploads('O serviço não respondeu');
    growth.look();
    await cut;
    await line.listen();
    await console.sendAgain();
    await page.until('!(document.querySelector(".upload progress")?.value <= 0.6)');
    growth.look();
    await console.uploads('enviado');
    growth.look();
    // It holds pieces of the file, never the file.
    expect(growth.bytes).toBeLessThan(48 * MEGABYTE);
    const find = { query: { idCliente: IDS.client }, body: all(is('Número', 'igual', '500500')) };
    const { documentos } = (await api.post('/api/v3/Documento/Pesquisar', find)).json;
    expect(documentos).toHaveLength(1);
    const { arquivos } = (await api.get(`/api/Documento/${documentos[0].id}/cliente/${IDS.client}`)).json;
    expect(arquivos).toEqual([expect.objectContaining({ nomeAmigavel: 'Vídeo', tamanho: SIZE })]);
  });
});
