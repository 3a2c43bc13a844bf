import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { FileStorage } from '#application/ports/files';
import { base64 } from './support/api';
import { bodyOf, create, createdBy, filesOf, PATHS, refused } from './support/creates';
import { describeService } from './support/describe-service';
import { RawRequest } from './support/raw-http';
import { Remote } from './support/remote';
import { journalAfterSweep } from './support/state';

const MEGABYTE = 1024 ** 2;

describeService(
  '4.9 POST /api/v3/Documento, an aborted download',
  { LINK_ALLOWED_NETWORKS: '127.0.0.1/32', MAX_FILE_MB: '14' },
  ({ service, demo: api }) => {
    const fileAt = ({ port }: Remote) => ({ link: `http://127.0.0.1:${port}/`, extension: 'bin' });
    const uploadOf = (body: string) => new RawRequest(api, PATHS.V3, { 'content-length': Buffer.byteLength(body) });

    it('because it exceeds the maximum size, faster than it is stored', async () => {
      const remote = await Remote.open('127.0.0.1', (_, response) => {
        response.write(Buffer.alloc(20 * MEGABYTE));
        response.end();
      });
      for (let round = 0; round < 3; round++) {
        const json = await refused(service, 422, () => create(api, 'V3', { files: [fileAt(remote)] }));
        expect(json.mensagem).toMatch(/limite de tamanho/);
      }
      remote.close();
    });

    it('because the client disconnected does not affect other uploads', async () => {
      // A part is 8 MiB on S3 and 1 MiB in a local folder: a file of more than half of it is collected in a buffer from the pool.
      const size = Math.floor((service.config.s3 ? 6 : 0.6) * MEGABYTE);
      let sendMore: () => void = () => undefined;
      const remote = await Remote.open('127.0.0.1', (_, response) => {
        response.write(Buffer.alloc(Math.floor(size * 0.9), 'A'));
        sendMore = () => response.end(Buffer.alloc(Math.floor(size * 0.4), 'A'));
      });
      const given = JSON.stringify(bodyOf('V3', { files: [fileAt(remote)] }));
      const first = uploadOf(given);
      first.end(given);
      while (remote.paths.length === 0) await pause(5);
      await pause(200);
      first.hangUp();
      await pause(200);

      const content = Buffer.alloc(Math.floor(size * 1.3), 'B');
      const body = JSON.stringify(bodyOf('V3', { files: [{ content, extension: 'bin' }] }));
      const second = uploadOf(body);
      await second.send(body.slice(0, -10_000));
      await pause(200);
      sendMore();
      await pause(200);
      second.end(body.slice(-10_000));
      const [file] = await filesOf(api, createdBy(await second.answer).id);
      expect(file!.binario === base64(content)).toBe(true);
      remote.close();
    });

    it('because the client disconnected leaves a complete document or nothing', async () => {
      const remote = await Remote.open('127.0.0.1', (_, response) => void setTimeout(() => response.end(Buffer.alloc(300_000)), 20));
      const body = JSON.stringify(bodyOf('V3', { files: [fileAt(remote), fileAt(remote)] }));
      for (let round = 0; round < 40; round++) {
        const request = uploadOf(body);
        request.end(body);
        await pause(20 + round);
        request.hangUp();
      }
      // What was stored just then keeps its lease of a quarter of an hour.
      let before: number;
      let left = Infinity;
      do {
        before = left;
        await pause(2000);
        left = await journalAfterSweep(service);
      } while (left > 0 && left !== before);
      remote.close();
      const rows = (await service.database.query('SELECT object_key, sha256, size FROM document_file')) as Record<string, string>[];
      const storage = service.app.get(FileStorage);
      for (const { object_key: key, sha256 } of rows) {
        const hash = createHash('sha256');
        for await (const chunk of await storage.read(key!)) hash.update(chunk);
        expect(hash.digest('hex')).toBe(sha256);
      }
      expect(rows.filter(({ size }) => Number(size) === 300_000).length % 2).toBe(0);
    });
  },
);
