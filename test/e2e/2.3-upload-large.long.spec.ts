import { ENCODINGS, hashOf, LARGE, sendLarge, UPLOAD } from './support/adding-files';
import { addingScene } from './support/adding-refusals';
import { describeScene } from './support/describe-service';
import { filed } from './support/reading';

const MEGABYTE = 1024 ** 2;

describeScene('2.3 POST /api/Arquivo/Upload of a large file', addingScene, ({ demo: api }) => {
  it.each(ENCODINGS)('streams 128 MB as %s', async (encoding) => {
    const { id } = await filed(api);
    const { answer, sha256, growth } = await sendLarge(api, UPLOAD, id, LARGE, encoding);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    const [{ idImagem }] = answer.json as [{ idImagem: string }];
    expect(await hashOf(api, idImagem)).toEqual({ length: LARGE, sha256 });
    console.info(`2.3, 128 MB as ${encoding}: the process grew by ${Math.round(growth / MEGABYTE)} MB`);
    expect(growth).toBeLessThan(LARGE / 2);
  });
});
