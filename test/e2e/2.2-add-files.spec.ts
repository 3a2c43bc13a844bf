import { samplePdf } from '#src/demo/sample-files';
import { IDS } from './support/api';
import { metadataOf, problemsOf, refused } from './support/creates';
import {
  deleteFile,
  ENCODINGS,
  hashOf,
  jsonOf,
  labels,
  listed,
  note,
  POST,
  send,
  sendLarge,
  swept,
  together,
  UPLOAD,
  type Added,
  type Encoding,
  LARGE,
} from './support/adding-files';
import { addingScene, refusalsOfAdding } from './support/adding-refusals';
import { describeScene } from './support/describe-service';
import { filed, filedElsewhere, texts } from './support/reading';

const MEGABYTE = 1024 ** 2;

describeScene('2.2 POST /api/Arquivo/Post', addingScene, (scene) => {
  const { service, demo: api } = scene;
  const add = (idDocumento: string, files: readonly Added[], encoding?: Encoding, versao?: string) =>
    send(api, POST, idDocumento, files, encoding, versao);
  const names = async (idDocumento: string) => (await listed(api, idDocumento)).map(({ nomeDoArquivo }) => nomeDoArquivo);
  const bytesOf = async (idDocumento: string) => (await listed(api, idDocumento)).map(({ binario }) => Buffer.from(binario, 'base64'));

  describe.each(ENCODINGS)('as %s', (encoding) => {
    it('appends the files to those of the document, byte by byte', async () => {
      const { id, code } = await filed(api, { files: texts('primeiro') });
      const all = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
      const contents = [samplePdf('Contrato'), all, Buffer.from('\r\n--\r\n'), Buffer.alloc(300_001, 'abc\r\n--')];
      const { status, text, headers } = await add(
        id,
        contents.map((content, index) => ({ content, name: `Novo ${index}`, extension: 'bin' })),
        encoding,
      );
      expect([status, text]).toEqual([200, '"Ok!"']);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(await names(id)).toEqual(['primeiro', 'Novo 0', 'Novo 1', 'Novo 2', 'Novo 3']);
      expect((await bytesOf(id)).slice(1).map((bytes, index) => bytes.equals(contents[index]!))).toEqual([true, true, true, true]);
      expect((await metadataOf(api, code))['Total de Arquivos']).toBe('5');
    });

    it('gives each file the next version number of its name', async () => {
      const { id } = await filed(api, { files: texts('Ata') });
      await add(id, [note('Ata', 'b'), note('Outra', 'c'), note('Ata', 'd')], encoding);
      expect(await labels(api, id)).toEqual(['Ata txt 1', 'Ata txt 2', 'Outra txt 1', 'Ata txt 3']);
      await add(id, [{ name: 'Ata', content: 'e', extension: 'bin' }, note('Ata', 'f')], encoding);
      expect((await labels(api, id)).slice(4)).toEqual(['Ata bin 1', 'Ata txt 4']);
    });

    it('stores the given version', async () => {
      const { id } = await filed(api, { files: texts('Ata') });
      for (const [content, version] of [
        ['b', 'Minuta β'],
        ['c', ' 7 '],
        ['d', ''],
        ['e', '   '],
        ['f', '007'],
        ['g', undefined],
      ] as const) {
        expect((await add(id, [note('Ata', content)], encoding, version)).status).toBe(200);
      }
      const versions = (await listed(api, id)).map(({ versao }) => versao);
      expect(versions).toEqual(['1', 'Minuta β', '7', '8', '9', '007', '10']);
    });

    it('refuses equal content twice in one call', async () => {
      const { id } = await filed(api);
      const files = [note('a', 'x'), note('b', 'y'), note('c', 'x'), note('d', 'x')];
      const refusal = await refused(service, 422, () => add(id, files, encoding));
      expect([refusal.codigo, problemsOf(refusal)]).toEqual([
        'ARQUIVO_REPETIDO',
        ['[2].arquivo ARQUIVO_REPETIDO', '[3].arquivo ARQUIVO_REPETIDO'],
      ]);
      expect(await listed(api, id)).toEqual([]);
    });

    it('refuses content that the document already has, under any name', async () => {
      const { id } = await filed(api, { files: texts('um', 'dois') });
      const files = [note('novo'), { name: 'Três', content: 'dois', extension: 'bin' }];
      const refusal = await refused(service, 422, () => add(id, files, encoding));
      expect(problemsOf(refusal)).toEqual(['[1].arquivo ARQUIVO_REPETIDO']);
      expect(await names(id)).toEqual(['um', 'dois']);
    });

    it('accepts the same content for another document', async () => {
      const [one, two] = [await filed(api, { files: texts('um') }), await filed(api, { files: texts('dois') })];
      expect((await add(two.id, [note('um')], encoding)).status).toBe(200);
      expect([await names(one.id), await names(two.id)]).toEqual([['um'], ['dois', 'um']]);
    });

    it('accepts the content of a deleted file again', async () => {
      const { id, files } = await filed(api, { files: texts('um', 'dois') });
      expect((await deleteFile(api, id, files[0]!.id)).status).toBe(200);
      expect((await add(id, [note('um')], encoding)).status).toBe(200);
      expect(await labels(api, id)).toEqual(['dois txt 1', 'um txt 1']);
    });

    it('E7 stores one of 16 simultaneous calls with the same bytes', async () => {
      const { id } = await filed(api, { files: texts('primeiro') });
      const calls = Array.from({ length: 16 }, (_, index) => [note(`n${index}`, 'os mesmos bytes')]);
      const answers = await together(api, POST, id, calls, () => encoding);
      const counts = [200, 422, 503].map((status) => answers.filter((answer) => answer.status === status).length);
      console.info(
        `2.2, 16 simultaneous calls with the same bytes as ${encoding}: ${counts[0]} × 200, ${counts[1]} × 422, ${counts[2]} × 503`,
      );
      expect(counts).toEqual([1, 15, 0]);
      for (const answer of answers.filter(({ status }) => status === 422)) expect(answer.json.codigo).toBe('ARQUIVO_REPETIDO');
      expect(await listed(api, id)).toHaveLength(2);
      await swept(service);
    });
  });

  it('streams a file of 128 MB as JSON', async () => {
    const { id } = await filed(api);
    const { answer, sha256, growth } = await sendLarge(api, POST, id, LARGE, 'JSON');
    expect([answer.status, answer.text]).toEqual([200, '"Ok!"']);
    const [{ idImagem }] = (await service.database.query(
      `SELECT f.id AS idImagem FROM document_file f JOIN document d ON d.code = f.document_code WHERE d.id = '${id}'`,
    )) as [{ idImagem: string }];
    expect(await hashOf(api, idImagem)).toEqual({ length: LARGE, sha256 });
    console.info(`2.2, 128 MB as JSON: the process grew by ${Math.round(growth / MEGABYTE)} MB`);
    expect(growth).toBeLessThan(LARGE / 2);
  });

  it('compares content across both encodings', async () => {
    const { id } = await filed(api);
    expect((await add(id, [note('um')], 'multipart')).status).toBe(200);
    expect((await refused(service, 422, () => add(id, [note('dois', 'um')], 'JSON'))).codigo).toBe('ARQUIVO_REPETIDO');
    expect((await send(api, UPLOAD, id, [note('dois', 'um')])).status).toBe(200);
    expect((await refused(service, 422, () => add(id, [note('um')], 'multipart'))).codigo).toBe('ARQUIVO_REPETIDO');
  });

  it('gives 64 simultaneous calls of both encodings 64 different positions', async () => {
    const { id, code } = await filed(api, { files: texts('primeiro') });
    const calls = Array.from({ length: 64 }, (_, index) => [note('n', `${index} a`), note('n', `${index} b`)]);
    const answers = await together(api, POST, id, calls, (index) => ENCODINGS[index % 2]!);
    const done = answers.filter(({ status }) => status === 200).length;
    console.info(`2.2, 64 simultaneous calls with two files each: ${done} × 200`);
    expect(done).toBe(64);
    const contents = (await bytesOf(id)).map(String);
    expect(contents[0]).toBe('primeiro');
    expect([...contents.slice(1)].sort()).toEqual(
      calls
        .flat()
        .map(({ content }) => content)
        .sort(),
    );
    // The files of one call stay beside each other, in their order.
    for (let at = 1; at < contents.length; at += 2) expect(contents[at + 1]).toBe(contents[at]!.replace('a', 'b'));
    const positions = (await service.database.query(
      `SELECT position FROM document_file WHERE document_code = ${code} ORDER BY position`,
    )) as { position: number }[];
    expect(positions.map(({ position }) => Number(position))).toEqual(Array.from({ length: 129 }, (_, index) => index));
    const versions = (await listed(api, id)).slice(1).map(({ versao }) => Number(versao));
    expect(versions).toEqual(Array.from({ length: 128 }, (_, index) => index + 1));
  });

  it('accepts names in any case, a data: prefix, line breaks and an extension with a dot', async () => {
    const { id } = await filed(api);
    const body = [{ ARQUIVO: 'data:text/plain;base64,dGV4\r\ndG8=', nomeimagem: 'Ata', ' Versao ': '3', EXTENSAO: '.TXT' }];
    const query = `IDDOCUMENTO=${id.toUpperCase()}`;
    expect((await api.post('/v1/api/ARQUIVO/post', { query, body })).text).toBe('"Ok!"');
    expect(await listed(api, id)).toMatchObject([{ nomeDoArquivo: 'Ata', versao: '3', extensao: 'txt', binario: 'dGV4dG8=' }]);
  });

  it('accepts the maximum number of files, and content that does not match the extension', async () => {
    const { id } = await filed(api);
    const files = Array.from({ length: 100 }, (_, index) => ({ name: `n${index}`, content: `${index}`, extension: 'pdf' }));
    expect((await add(id, files)).text).toBe('"Ok!"');
    expect(await names(id)).toEqual(files.map(({ name }) => name));
  });

  it.each(['application/json', 'text/json', 'application/json-patch+json', 'application/vnd.api+json'])('reads %s', async (type) => {
    const { id } = await filed(api);
    const call = { query: { idDocumento: id }, body: jsonOf([note('um')]), headers: { 'content-type': type } };
    expect((await api.post(POST, call)).status).toBe(200);
  });

  it('works for a document of another client, by authorised users', async () => {
    const { id } = await filedElsewhere(scene.other);
    expect((await send(scene.other, POST, id, [note('um')])).text).toBe('"Ok!"');
    expect(await listed(scene.other, id)).toHaveLength(1);
    expect((await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client } })).text).not.toContain(id);
  });

  refusalsOfAdding(POST, () => scene);
});
