import { ingestJson, IngestError, LiftedFile } from './index';
import { cutAt, fileLike, MemorySink, outcome } from '../test/support';

const PDF = Buffer.from('%PDF-1.7 nothing in it');
const PDF64 = PDF.toString('base64');

describe('extracting files', () => {
  it('replaces each file in the body by its object', async () => {
    const body = JSON.stringify({
      codigoCaixa: null,
      Arquivos: [
        { Arquivo: PDF64, Extensao: 'pdf', compartilhado: true },
        { Arquivo: 'AAEC', Extensao: 'bin' },
      ],
      valoresCampos: [{ label: 'Número', valorCampo: '15/08/2024' }],
    });
    const sinks = [new MemorySink(), new MemorySink()];
    const opened: unknown[] = [];
    const openFile = (file: { ordinal: number; path: readonly (string | number)[] }): MemorySink => {
      opened.push(file);
      return sinks[file.ordinal]!;
    };
    const { json, files, bodyBytes } = await ingestJson(cutAt(Buffer.from(body), []), { files: ['arquivos[*].arquivo'], openFile });
    expect(opened).toEqual([
      { ordinal: 0, path: ['Arquivos', 0, 'Arquivo'] },
      { ordinal: 1, path: ['Arquivos', 1, 'Arquivo'] },
    ]);
    expect(sinks.map(({ bytes }) => bytes)).toEqual([PDF, Buffer.from([0, 1, 2])]);
    expect(files).toEqual([fileLike(0, ['Arquivos', 0, 'Arquivo'], PDF.length), fileLike(1, ['Arquivos', 1, 'Arquivo'], 3)]);
    expect(json).toEqual({
      codigoCaixa: null,
      Arquivos: [
        { Arquivo: files[0], Extensao: 'pdf', compartilhado: true },
        { Arquivo: files[1], Extensao: 'bin' },
      ],
      valoresCampos: [{ label: 'Número', valorCampo: '15/08/2024' }],
    });
    expect((json as { Arquivos: { Arquivo: unknown }[] }).Arquivos[0]!.Arquivo).toBe(files[0]);
    expect(files[0]).toBeInstanceOf(LiftedFile);
    expect(bodyBytes).toBe(Buffer.byteLength(body));
  });

  it.each([
    ['an array at the top', '[{"arquivo":"AAEC"},{"arquivo":"AAEC"}]', ['[0].arquivo', '[1].arquivo']],
    ['files within documents', '{"documentos":[{},{"arquivos":[{"arquivo":"AAEC"}]}]}', ['documentos[1].arquivos[0].arquivo']],
    ['names in any case', '{"ARQUIVOS":[{"aRQUIVO":"AAEC"}]}', ['ARQUIVOS[0].aRQUIVO']],
    ['names with blanks around', '{"\\tarquivos ":[{" arquivo ":"AAEC"}]}', ['\tarquivos [0]. arquivo ']],
    ['names with escapes', '{"arqu\\u0069vos":[{"\\u0041rquivo":"AAEC"}]}', ['arquivos[0].Arquivo']],
    ['metadata after the bytes', '{"arquivos":[{"arquivo":"AAEC","extensao":"pdf"}],"codigoCaixa":7}', ['arquivos[0].arquivo']],
    ['a byte order mark', '\ufeff{"arquivos":[{"arquivo":"AAEC"}]}', ['arquivos[0].arquivo']],
  ])('finds files in %s', async (_, body, paths) => {
    const { contents, json } = await outcome(body);
    expect(contents).toEqual(paths.map(() => '000102'));
    expect(JSON.stringify(json).match(/"size":3/g)).toHaveLength(paths.length);
    expect(pathsIn(json)).toEqual(paths);
  });

  it.each([
    ['another name', '{"arquivos":[{"arquivo2":"AAEC"}]}'],
    ['another depth', '{"arquivo":"AAEC","arquivos":[[{"arquivo":"AAEC"}]]}'],
    ['an object where the path has an array', '{"arquivos":{"arquivo":"AAEC"}}'],
    ['an array where the path has an object', '{"arquivos":[["arquivo","AAEC"]]}'],
    [
      'null, a number, true, an array and an object at the path',
      `{"arquivos":[${['null', '-1.5e3', 'true', '["AAEC"]', '{"a":"AAEC"}'].map((value) => `{"arquivo":${value}}`).join()}]}`,
    ],
    ['an object that looks like a lifted file', '{"arquivos":[{"arquivo":{"ordinal":0,"path":["arquivos",0,"arquivo"],"size":3}}]}'],
    ['nothing at all to lift', '[1,"\\ud83d\\ude00 é \u{1f600}",{"a":{"b":[]}},-0,1e5,true,false,null]'],
    ['a body that is a mere text', '"AAEC"'],
    ['a body that is a mere number', '-12.5e+3'],
  ])('leaves %s in the JSON', async (_, body) => {
    expect(await outcome(body)).toEqual({ json: JSON.parse(body), contents: [] });
  });

  it('accepts a file path that is the beginning of another path', async () => {
    const files = ['a', 'a.b', 'a[*]'];
    expect(await outcome('{"a":"AAEC"}', { files })).toEqual({ json: { a: fileLike(0, ['a'], 3) }, contents: ['000102'] });
    expect(await outcome('{"a":{"b":"AAEC"}}', { files })).toEqual({
      json: { a: { b: fileLike(0, ['a', 'b'], 3) } },
      contents: ['000102'],
    });
    expect(await outcome('{"a":["AAEC",1]}', { files })).toEqual({ json: { a: [fileLike(0, ['a', 0], 3), 1] }, contents: ['000102'] });
  });

  it.each(['', '.a', 'a.', 'a..b', 'a[0]', 'a[*', '[*]b'])('refuses %j as a path', async (path) => {
    await expect(outcome('{}', { files: [path] })).rejects.toThrow(TypeError);
  });

  it('has no text of the client or the engine in its message', async () => {
    const error = await ingestJson(cutAt(Buffer.from('{"secret" x'), []), { files: [], openFile: () => new MemorySink() }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(IngestError);
    expect((error as IngestError).message).toBe('JSON_INVALID at byte 10');
  });
});

function pathsIn(json: unknown, path = ''): string[] {
  if (json instanceof LiftedFile) return [path];
  if (Array.isArray(json)) return json.flatMap((element, i) => pathsIn(element, `${path}[${i}]`));
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, member]) => pathsIn(member, path === '' ? name : `${path}.${name}`));
}
