import { Sealer } from '#application/audit/sealer';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { base64, IDS, type Api } from './support/api';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, filedElsewhere } from './support/reading';
import { SIGNING } from './support/service';
import { bytesOf, filedPdfs, sign } from './support/signing';
import { judged, RECEIPT_SCRIPTS } from '../support/receipt-scripts';

interface Receipt {
  versao: number;
  evento: string;
  arquivos: { valores: string; sal: string };
  posicao: number;
  prova: string[];
  selo: string;
}

const PATH = '/api/Arquivo/Recibo';
const UPLOAD = '/api/Arquivo/Upload';
const ask = (api: Api, idArquivo: string, idCliente = IDS.client) => api.get(PATH, { query: { idCliente, idArquivo } });
async function receiptOf(api: Api, file: string): Promise<Receipt> {
  const answer = await ask(api, file);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json as unknown as Receipt;
}
const leafOf = ({ evento }: Receipt) => JSON.parse(evento) as [1, string, number, number, string, { documentId?: string }, ...string[]];

describeService('receipts', SIGNING, ({ service, demo, finance, reader, other }) => {
  const keys = async () => fetch(`${service.url}/.well-known/acervo-selos`);
  const key = async () => ((await (await keys()).json()) as { chaves: { chave: string }[] }).chaves[0]!.chave;

  describe.each(RECEIPT_SCRIPTS)('verified by the script in %s', (_, command, isThere) => {
    const itThere = isThere ? it : it.skip;

    itThere(
      'are valid for a file of a create, for an added one and for a signed version, with the bytes of that version alone',
      async () => {
        const { document, files } = await filedPdfs(demo, ['Contrato']);
        const [file] = files as [string];
        const original = await bytesOf(demo, file);
        const created = await receiptOf(demo, file);
        expect(await judged(command, await key(), created, original)).toMatch(/^VALID: .*, document\.create at /);

        const body = [{ arquivo: base64('acrescentado'), nomeImagem: 'b', extensao: 'txt' }];
        const added = (await demo.post(UPLOAD, { query: { idDocumento: document }, body })).json as unknown as { idImagem: string }[];
        const addition = await receiptOf(demo, added[0]!.idImagem);
        expect(await judged(command, await key(), addition, Buffer.from('acrescentado'))).toMatch(/^VALID: .*, file\.add at /);

        expect((await sign(demo, files)).status).toBe(200);
        const signed = await receiptOf(demo, file);
        expect(await judged(command, await key(), signed, await bytesOf(demo, file))).toMatch(/^VALID: .*, file\.sign at /);
        expect(await judged(command, await key(), signed, original)).toBe('NOT VALID: the file is none of the event');
        // Kept, it goes on proving what it proved.
        expect(await judged(command, await key(), created, original)).toMatch(/^VALID: /);
      },
    );

    itThere.each<[string, (good: Receipt) => Receipt]>([
      ['event', (good) => ({ ...good, evento: good.evento.replace('document.create', 'document.delete') })],
      [
        'list of files',
        (good) => ({ ...good, arquivos: { ...good.arquivos, valores: good.arquivos.valores.replace('"bytes":', '"bytes":1') } }),
      ],
      ['head', (good) => ({ ...good, selo: good.selo.replace(/\n\d+\n/, (size) => `\n${Number(size) + 1}\n`) })],
    ])('are not valid with another %s', async (_name, altered) => {
      const { files } = await filed(demo, { files: [{ content: 'inteiro', extension: 'txt' }] });
      const good = await receiptOf(demo, files[0]!.id);
      expect(await judged(command, await key(), altered(good), Buffer.from('inteiro'))).toMatch(/^NOT VALID: /);
    });
  });

  it('have the head of the feed', async () => {
    const { files } = await filed(demo, { files: [{ content: 'selo', extension: 'txt' }] });
    await service.app.get(Sealer).settle();
    const receipt = await receiptOf(demo, files[0]!.id);
    const feed = (await demo.get('/api/Evento', { query: { idCliente: IDS.client, apos: 'fim' } })).json as unknown as { selo: string };
    expect(receipt.selo).toBe(feed.selo);
    const { instalacao } = (await (await keys()).json()) as { instalacao: string };
    expect(receipt.selo).toMatch(new RegExp(`^${instalacao}/${IDS.client}\n`));
    expect([receipt.versao, receipt.posicao, leafOf(receipt)[2]]).toEqual([1, receipt.posicao, receipt.posicao]);
  });

  it('of documents signed together name only their own files', async () => {
    const [one, two] = [await filedPdfs(demo, ['a']), await filedPdfs(demo, ['b', 'c'])];
    expect((await sign(demo, [...one.files, ...two.files])).status).toBe(200);
    const idsIn = ({ arquivos }: Receipt) => (JSON.parse(arquivos.valores) as { id: string }[]).map(({ id }) => id);
    const [first, second] = [await receiptOf(demo, one.files[0]!), await receiptOf(demo, two.files[1]!)];
    expect([idsIn(first), idsIn(second)]).toEqual([one.files, two.files]);
    expect([leafOf(first)[5].documentId, leafOf(second)[5].documentId]).toEqual([one.document, two.document]);
    expect(first.evento).not.toContain(two.files[0]!);
  });

  it('name no user', async () => {
    const { files } = await filed(demo, { files: [{ content: 'ninguém', extension: 'txt' }] });
    const answer = await ask(demo, files[0]!.id);
    const { json } = await demo.get('/api/Auditoria', { query: { idCliente: IDS.client, limite: '1' } });
    const [{ idUsuario }] = (json as unknown as { eventos: [{ idUsuario: string }] }).eventos;
    expect(idUsuario).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).not.toContain(idUsuario);
    expect(answer.text).not.toContain('127.0.0.1');
  });

  it('require the permission to read the file', async () => {
    const values = [{ label: 'Tipo', valorCampo: 'Admissão' }];
    const { files } = await filed(demo, { values, files: [{ content: 'direitos', extension: 'txt' }] }, IDS.records);
    const { id } = files[0]!;
    expect((await ask(reader, id)).status).toBe(200);
    expectRefusal(await ask(finance, id), 400);
    expectRefusal(await ask(other, id, IDS.otherClient), 400);
    expectRefusal(await ask(other, id), 401);
  });

  it('the key is public and cacheable', async () => {
    const answer = await keys();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
    const { instalacao, chaves } = (await answer.json()) as {
      instalacao: string;
      chaves: { id: string; algoritmo: string; chave: string }[];
    };
    const id = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
    const always = { ate: null, declaracao: null, desde: expect.any(String) as string };
    expect(chaves).toEqual([{ id, algoritmo: 'Ed25519', chave: expect.any(String), ...always }]);
    expect(chaves[0]!.chave).toMatch(`${instalacao}+${chaves[0]!.id}+`);
  });

  it('are absent without an event, and while events of the client await an operator', async () => {
    const { files } = await filedElsewhere(other, { files: [{ content: 'sem recibo', extension: 'txt' }] });
    const { id } = files[0]!;
    expect((await ask(other, id, IDS.otherClient)).status).toBe(200);
    await service.database.query('UPDATE document_file SET sha256 = ? WHERE id = ?', ['0'.repeat(64), id]);
    expect(expectRefusal(await ask(other, id, IDS.otherClient), 404).codigo).toBe('RECIBO_NAO_ENCONTRADO');
    await service.database.query("UPDATE event_log SET head = '' WHERE client_id = ?", [logBytes(IDS.otherClient)]);
    await filedElsewhere(other);
    const waiting = await ask(other, id, IDS.otherClient);
    expectRefusal(waiting, 503);
    expect(waiting.headers.get('retry-after')).toBe('1');
  });
});
