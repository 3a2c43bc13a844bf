import type { Answer } from './support/api';
import { ENCODINGS, fetchPath, labels, listed, note, send, together, UPLOAD, type Added, type Encoding } from './support/adding-files';
import { addingScene, refusalsOfAdding } from './support/adding-refusals';
import { describeScene } from './support/describe-service';
import { filed, texts } from './support/reading';

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Uploaded {
  idImagem: string;
  nomeImagem: string;
}

describeScene('2.3 POST /api/Arquivo/Upload', addingScene, (scene) => {
  const { service, demo: api } = scene;
  const upload = (idDocumento: string, files: readonly Added[], encoding?: Encoding, versao?: string) =>
    send(api, UPLOAD, idDocumento, files, encoding, versao);
  const uploaded = (answer: Answer) => {
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.json as Uploaded[];
  };
  const ids = async (idDocumento: string) => (await listed(api, idDocumento)).map(({ idImagem }) => idImagem);

  describe.each(ENCODINGS)('as %s', (encoding) => {
    it('returns the ids in the order of the files, as compact JSON', async () => {
      const { id, files } = await filed(api, { files: texts('primeiro') });
      // The first is the largest: nothing may be ordered by what is stored first.
      const sent = ['z', 'a', 'm', 'b'].map((name, index) => note(name, Buffer.alloc(400_000 / (index + 1), name)));
      const answer = await upload(id, sent, encoding);
      const entries = uploaded(answer);
      expect(answer.text).toBe(JSON.stringify(entries));
      expect(entries.map((entry) => Object.keys(entry))).toEqual(Array(4).fill(['idImagem', 'nomeImagem']));
      expect(entries.map(({ nomeImagem }) => nomeImagem)).toEqual(['z', 'a', 'm', 'b']);
      for (const { idImagem } of entries) expect(idImagem).toMatch(GUID);
      expect(await ids(id)).toEqual([files[0]!.id, ...entries.map(({ idImagem }) => idImagem)]);
      for (const [index, { idImagem }] of entries.entries()) {
        const { bytes } = await api.get(fetchPath(idImagem), { headers: { accept: 'application/octet-stream' } });
        expect(bytes.equals(Buffer.from(sent[index]!.content as Uint8Array))).toBe(true);
      }
    });

    it('E7 stores the same content as often as it is sent', async () => {
      const { id, files } = await filed(api, { files: texts('um') });
      const [one, two] = uploaded(await upload(id, [note('um'), note('dois', 'um')], encoding));
      const [three] = uploaded(await upload(id, [note('um')], encoding));
      const all = [files[0]!.id, one!.idImagem, two!.idImagem, three!.idImagem];
      expect(new Set(all).size).toBe(4);
      expect(await ids(id)).toEqual(all);
      expect(await labels(api, id)).toEqual(['um txt 1', 'um txt 2', 'dois txt 1', 'um txt 3']);
    });

    it('stores the given version', async () => {
      const { id } = await filed(api, { files: texts('um') });
      await upload(id, [note('um')], encoding, 'final');
      await upload(id, [note('um')], encoding);
      expect(await labels(api, id)).toEqual(['um txt 1', 'um txt final', 'um txt 2']);
    });
  });

  it('stores the files of 64 simultaneous calls, with unique ids', async () => {
    const { id } = await filed(api);
    const calls = Array.from({ length: 64 }, (_, index) => [note(`n${index}`, 'os mesmos bytes')]);
    const answers = await together(api, UPLOAD, id, calls, (index) => ENCODINGS[index % 2]!);
    console.info(`2.3, 64 simultaneous calls with the same bytes: ${answers.filter(({ status }) => status === 200).length} × 200`);
    const entries = answers.flatMap(uploaded);
    const files = await listed(api, id);
    expect(files.map(({ idImagem }) => idImagem).sort()).toEqual(entries.map(({ idImagem }) => idImagem).sort());
    const nameOf = new Map(files.map(({ idImagem, nomeDoArquivo }) => [idImagem, nomeDoArquivo]));
    answers.forEach((answer, index) => expect(nameOf.get(uploaded(answer)[0]!.idImagem)).toBe(`n${index}`));
    const places = (await service.database.query(
      `SELECT DISTINCT f.position FROM document_file f JOIN document d ON d.code = f.document_code WHERE d.id = '${id}'`,
    )) as unknown[];
    expect(places).toHaveLength(64);
  });

  refusalsOfAdding(UPLOAD, () => scene);
});
