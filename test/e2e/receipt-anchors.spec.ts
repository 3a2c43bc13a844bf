import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { DailyAnchor } from '#application/audit/daily-anchor';
import { Sealer } from '#application/audit/sealer';
import { ROOT_CERTIFICATE, timestampReply } from '../../libs/pdf-signature/test/authority';
import { describeWith, folder, openssl } from '../../libs/pdf-signature/test/verifiers';
import { judged, RECEIPT_SCRIPTS } from '../support/receipt-scripts';
import { IDS, loggedIn } from './support/api';
import { describeScene } from './support/describe-service';
import { acervo } from './support/in-process';
import { filed } from './support/reading';
import { startService } from './support/service';

interface Receipt {
  posicao: number;
  selo: string;
  carimbo: { dia: string; raiz: string; folha: number; folhas: number; prova: string[]; token: string | null } | null;
}

/** A service, and a timestamp authority that is away until it is opened. */
async function open() {
  const scratch = folder();
  const authority = { isOpen: false, asked: 0 };
  const server = createServer((request, response) => {
    authority.asked += 1;
    void buffer(request).then(async (query) => {
      if (authority.isOpen) response.end(await timestampReply(scratch, query));
      else response.writeHead(503).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const service = await startService({ TIMESTAMP_URL: `http://127.0.0.1:${port}` });
  const close = async () => {
    await service.stop();
    server.closeAllConnections();
    server.close();
    scratch.remove();
  };
  return { service, authority, scratch, close, api: await loggedIn(service.url) };
}

describeWith('openssl')('with an authority', () => {
  describeScene('receipts after an anchor', open, ({ service, authority, scratch, api }) => {
    const receiptOf = async (idArquivo: string): Promise<Receipt> => {
      const answer = await api.get('/api/Arquivo/Recibo', { query: { idCliente: IDS.client, idArquivo } });
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      return answer.json as unknown as Receipt;
    };
    const key = async () => {
      const { chaves } = (await (await fetch(`${service.url}/.well-known/acervo-selos`)).json()) as { chaves: [{ chave: string }] };
      return chaves[0].chave;
    };
    const file = async (content: string) => (await filed(api, { files: [{ content, extension: 'txt' }] })).files[0]!.id;

    it('have a head of that day, which the scripts find in it and openssl in time, as soon as the authority answers', async () => {
      const id = await file('primeiro');
      expect((await receiptOf(id)).carimbo).toBeNull();
      await service.app.get(Sealer).settle();
      await service.app.get(DailyAnchor).look();
      const [day] = new Date().toISOString().split('T');
      const unstamped = await receiptOf(id);
      expect(unstamped.carimbo).toMatchObject({ dia: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), folha: expect.any(Number), token: null });
      expect(unstamped.carimbo!.dia <= day!).toBe(true);
      expect(authority.asked).toBe(1);

      const later = await file('segundo');
      expect((await receiptOf(later)).carimbo).toBeNull();
      authority.isOpen = true;
      await service.app.get(DailyAnchor).look();
      const receipt = await receiptOf(id);
      expect(receipt).toEqual({ ...unstamped, carimbo: { ...unstamped.carimbo, token: expect.any(String) } });
      expect(Number(receipt.selo.split('\n')[1])).toBeGreaterThanOrEqual(receipt.posicao);

      for (const [, command, isThere] of RECEIPT_SCRIPTS) {
        if (!isThere) continue;
        const said = await judged(command, await key(), receipt, Buffer.from('primeiro'));
        const [, digest] = /^VALID: .*, anchored on \S+ and stamped: ([0-9a-f]{64})$/.exec(said) ?? [];
        expect(digest).toBe(Buffer.from(receipt.carimbo!.raiz, 'base64url').toString('hex'));
        const token = scratch.write('token.der', Buffer.from(receipt.carimbo!.token!, 'base64'));
        const check = ['ts', '-verify', '-token_in', '-in', token, '-CAfile', ROOT_CERTIFICATE, '-digest'];
        await openssl(...check, digest!);
        await expect(openssl(...check, 'ab'.repeat(32))).rejects.toThrow();
        const other = { ...receipt, carimbo: { ...receipt.carimbo, raiz: 'A'.repeat(43) } };
        expect(await judged(command, await key(), other, Buffer.from('primeiro'))).toBe('NOT VALID: the head is not in the anchor');
      }
    });

    it('rest on anchors that audit verify compares: it reports an altered one', async () => {
      const verify = () => acervo(service.app, ['audit', 'verify']);
      await service.app.get(DailyAnchor).look();
      expect(await verify()).toMatchObject({ exitCode: 0, data: { anchors: { total: 1, broken: [] } } });
      await service.database.query('UPDATE event_anchor SET root = ?', ['A'.repeat(43)]);
      const { exitCode, text } = await verify();
      expect([exitCode, text]).toEqual([1, expect.stringMatching(/^the anchor of \S+ was altered\n\d+ events verified, 0 trails broken$/)]);
    });
  });
});
