import { randomBytes } from 'node:crypto';
import { boundaryOf } from './index';
import { cutAt, hex, outcomeOf } from '../test/support';

/** What Node's own encoder, which follows the browsers', makes of a form. */
async function encoded(form: FormData) {
  const response = new Response(form);
  return { boundary: boundaryOf(response.headers.get('content-type')!)!, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function readBack(form: FormData) {
  const { boundary, bytes } = await encoded(form);
  const cuts = Array.from({ length: 9 }, (_, index) => Math.floor((bytes.length * (index + 1)) / 10));
  return outcomeOf(cutAt(bytes, cuts), boundary, { field: 100_000 });
}

describe('forms written by Node', () => {
  it('are read back unchanged', async () => {
    const contents = [randomBytes(70_000), Buffer.alloc(0), Buffer.from('%PDF-1.7\r\n--\r\n'), Buffer.from('\r\n')];
    const names = ['relatório final.pdf', 'vazio.txt', 'a "b" \'c\' ;d=e,f.pdf', '📎 100%.tar.gz'];
    const form = new FormData();
    form.append('descrição', 'Olá, mundo: "aspas"; ação');
    names.forEach((name, index) => form.append(`arquivos[${index}]`, new File([contents[index]!], name, { type: 'application/pdf' })));
    form.append('vazio', '');
    expect(await readBack(form)).toEqual({
      body: {
        files: names.map((fileName, index) => ({ name: `arquivos[${index}]`, fileName })),
        fields: [
          { name: 'descrição', value: 'Olá, mundo: "aspas"; ação' },
          { name: 'vazio', value: '' },
        ],
      },
      contents: contents.map(hex),
    });
  });

  it('have line ends like those of browsers', async () => {
    const form = new FormData();
    form.append('a\nb', 'um\ndois\r\ntrês\rquatro');
    form.append('f', new File(['x'], 'um\ndois.txt'));
    const { body } = await readBack(form);
    expect(body?.fields).toEqual([{ name: 'a\r\nb', value: 'um\r\ndois\r\ntrês\r\nquatro' }]);
    expect(body?.files[0]?.fileName).toMatch(/^um(\r\n|\n)dois\.txt$/);
  });

  it('may have a Blob without a name, or no part', async () => {
    const form = new FormData();
    form.append('f', new Blob(['x']));
    expect((await readBack(form)).body?.files).toEqual([{ name: 'f', fileName: 'blob' }]);
    expect(await readBack(new FormData())).toEqual({ body: { files: [], fields: [] }, contents: [] });
  });

  it('keep any bytes of many files', async () => {
    const form = new FormData();
    const contents = Array.from({ length: 50 }, (_, index) => randomBytes(index * 37));
    for (const [index, content] of contents.entries()) form.append('f', new File([content], `${index}.bin`));
    expect((await readBack(form)).contents).toEqual(contents.map(hex));
  });

  it('are read as Node reads them', async () => {
    const form = new FormData();
    form.append('x', 'texto');
    form.append('f', new File([randomBytes(1000)], 'ação "1".pdf'));
    const { boundary, bytes } = await encoded(form);
    const theirs = await new Response(bytes, { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }).formData();
    const ours = await outcomeOf(cutAt(bytes), boundary);
    const [file] = theirs.getAll('f') as File[];
    expect(ours.body).toEqual({ files: [{ name: 'f', fileName: file!.name }], fields: [{ name: 'x', value: theirs.get('x') }] });
    expect(ours.contents).toEqual([hex(Buffer.from(await file!.arrayBuffer()))]);
  });
});
