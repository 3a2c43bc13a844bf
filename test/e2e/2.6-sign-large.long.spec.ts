import { samplePdf } from '#src/demo/sample-files';
import { BOUNDARY, FORM_TYPE, hashOf, UPLOAD } from './support/adding-files';
import { loggedIn, type Api } from './support/api';
import { RawRequest } from './support/raw-http';
import { filed } from './support/reading';
import { filedPdfs, sign } from './support/signing';
import { HeldGrowth } from '../support/held-memory';
import { until } from '../support/until';
import { SIGNING, startService, STORAGE, type Service } from './support/service';

const MEGABYTE = 1024 * 1024;
const SIZE = 100 * MEGABYTE;
/** A call gives up after 100 s (503), and is made again. */
jest.setTimeout(900_000);

let service: Service;
let api: Api;
beforeAll(async () => {
  service = await startService(SIGNING);
  api = await loggedIn(service.url);
});
afterAll(() => service.stop());

/** A machine that is busy with other tests tells its callers to come again: so they do. */
const signedAtLast = (files: readonly string[]) =>
  until(
    () => sign(api, files),
    ({ status, text }) => {
      if (status === 503) report(`come again: ${text}`);
      return status !== 503;
    },
    { withinMs: 600_000, what: 'signed' },
  );

const report = (line: string) => process.stderr.write(`[2.6 on ${STORAGE}] ${line}\n`);

/** A PDF with so much in it that nothing shows, sent while it is made. */
async function uploadLarge(): Promise<string> {
  const { id } = await filed(api);
  const [head, tail] = [Buffer.from('%PDF-1.4\n'), samplePdf('grande')];
  const stream = Buffer.from(`9 0 obj\n<< /Length ${SIZE} >>\nstream\n`);
  // The offsets of the small file, moved behind the large object.
  const shift = head.length + stream.length + SIZE + '\nendstream\nendobj\n'.length - tail.indexOf('1 0 obj');
  const text = tail.toString('latin1');
  const body = text.slice(text.indexOf('1 0 obj'));
  const moved = body
    .replace(/^(\d{10})( 00000 n )$/gm, (_, offset: string, rest: string) => String(Number(offset) + shift).padStart(10, '0') + rest)
    .replace(/startxref\n(\d+)/, (_, offset: string) => `startxref\n${Number(offset) + shift}`);
  const request = new RawRequest(api, UPLOAD, { 'transfer-encoding': 'chunked', 'content-type': FORM_TYPE }, { idDocumento: id });
  await request.send(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="Grande.pdf"\r\n\r\n`);
  await request.send(Buffer.concat([head, stream]));
  const block = Buffer.alloc(MEGABYTE, 7);
  for (let sent = 0; sent < SIZE; sent += MEGABYTE) await request.send(block);
  await request.send(Buffer.from(`\nendstream\nendobj\n${moved}`, 'latin1'));
  request.end(`\r\n--${BOUNDARY}--\r\n`);
  const answer = await request.answer;
  return (JSON.parse(answer.text) as { idImagem: string }[])[0]!.idImagem;
}

it('signs 100 MB in constant memory, while other calls are answered', async () => {
  const file = await uploadLarge();
  await sign(api, (await filedPdfs(api)).files);
  const held = new HeldGrowth();
  const signed = signedAtLast([file]);
  const answers = await held.during(Promise.all([signed, ...Array.from({ length: 20 }, () => api.get('/saude/viva'))]));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect((await hashOf(api, file)).sha256).toBe(answers[0].json[0].hash);
  expect(held.bytes).toBeLessThan(64 * MEGABYTE);
});

it('signs 300 files in one call', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `Ata ${index}`);
  const files = (await Promise.all([0, 1, 2].map(() => filedPdfs(api, names)))).flatMap((each) => each.files);
  const answer = await signedAtLast(files);
  expect([answer.status, (answer.json as object[]).length]).toEqual([200, 300]);
});

it('keeps the signature of each of eight concurrent calls, or asks it to retry', async () => {
  const { files } = await filedPdfs(api);
  const answers = await Promise.all(Array.from({ length: 8 }, () => sign(api, files)));
  const [done, busy] = [200, 503].map((status) => answers.filter((answer) => answer.status === status).length);
  report(`8 at once on one file: ${done} signed, ${busy} told to come again`);
  expect(done! + busy!).toBe(8);
  expect(done).toBeGreaterThanOrEqual(1);
  const versions = answers.filter(({ status }) => status === 200).map(({ json }) => Number(json[0].versao)); // prettier-ignore
  expect(versions.sort((a, b) => a - b)).toEqual(Array.from({ length: done! }, (_, index) => index + 2));
});
