import { hashOf, LARGE, POST, sendLarge } from './support/adding-files';
import { addingScene } from './support/adding-refusals';
import { describeScene } from './support/describe-service';
import { filed } from './support/reading';

const MEGABYTE = 1024 ** 2;

describeScene('2.2 POST /v1/api/Arquivo/Post of a large file', addingScene, ({ service, demo }) => {
  it('streams 128 MB as a form', async () => {
    const { id } = await filed(demo);
    const { answer, sha256, growth } = await sendLarge(demo, POST, id, LARGE, 'multipart');
    expect([answer.status, answer.text]).toEqual([200, '"Ok!"']);
    const [{ idImagem }] = (await service.database.query(
      `SELECT f.id AS idImagem FROM document_file f JOIN document d ON d.code = f.document_code WHERE d.id = '${id}'`,
    )) as [{ idImagem: string }];
    expect(await hashOf(demo, idImagem)).toEqual({ length: LARGE, sha256 });
    console.info(`2.2, 128 MB as a form: the process grew by ${Math.round(growth / MEGABYTE)} MB`);
    expect(growth).toBeLessThan(LARGE / 2);
  });
});
