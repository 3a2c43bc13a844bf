import { PART } from '../support/part';
import { IDS, type Answer } from './support/api';
import { deleteFile, note, POST, send, UPLOAD } from './support/adding-files';
import { CHANGES, changed, changesScene, etagOf, filedAt, put, refusedWhole, set, shown, value, versionIn } from './support/changing';
import { describeScene } from './support/describe-service';
import { NOBODY, texts } from './support/reading';

const NOTE = 'Observação';
/** While they are made, others search without a pause. */
const MADE = PART === 'usual' ? 20 : 60;
const ROUNDS = PART === 'usual' ? 2 : 5;

describeScene('4.1 with If-Match', changesScene, (scene) => {
  const { service, demo: api } = scene;
  const invoice = () =>
    filedAt(api, IDS.invoices, { files: texts('um'), values: [value('Número', '77'), value('Data de Emissão', '15/08/2024')] });
  const putIf = (id: string, condition: string, ...changes: object[]) =>
    put(api, id, changes.length > 0 ? changes : [set(NOTE, condition.slice(0, 20))], { headers: { 'if-match': condition } });
  const noteOf = async (code: number) => (await shown(api, code))[NOTE];
  const search = (query: Record<string, string | number>) => api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, ...query } });

  describe('the tag of a document', () => {
    it('is the same from a search for one document, from 2.1 and from the change', async () => {
      const { id, code } = await invoice();
      for (const text of ['a', 'b']) {
        const tag = (await search({ Documento: code })).headers.get('etag');
        expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
        expect(await etagOf(api, id)).toBe(tag);
        const answer = await putIf(id, tag!, set(NOTE, text));
        changed(answer);
        expect(answer.headers.get('etag')).not.toBe(tag);
        expect(await etagOf(api, id)).toBe(answer.headers.get('etag'));
      }
    });

    it('is absent from other searches', async () => {
      const { code } = await invoice();
      for (const query of [{}, { TamanhoPagina: 2 }, { Documento: code, Pagina: 2 }, { Documento: code, IdDocumentoStatus: 4 }]) {
        expect([query, (await search(query as Record<string, number>)).headers.get('etag')]).toEqual([query, null]);
      }
    });

    it('is specific to one document', async () => {
      const [one, two] = [await invoice(), await invoice()];
      expect(await etagOf(api, one.id)).not.toBe(await etagOf(api, two.id));
      await refusedWhole(service, 412, async () => putIf(two.id, await etagOf(api, one.id)));
    });

    it.each<[string, (id: string, file: string) => Promise<Answer>]>([
      ['4.1', (id) => put(api, id, [set(NOTE, 'x')])],
      ['4.1 that changes nothing', (id) => put(api, id, [set('Número', '77')])],
      ['2.2', (id) => send(api, POST, id, [note('dois')])],
      ['2.3', (id) => send(api, UPLOAD, id, [note('dois')])],
      ['2.4', (id, file) => deleteFile(api, id, file)],
    ])('changes after %s', async (_, work) => {
      const { id, code, files } = await invoice();
      const before = await etagOf(api, id);
      expect((await work(id, files[0]!.id)).status).toBe(200);
      const after = await etagOf(api, id);
      expect(after).not.toBe(before);
      expect((await search({ Documento: code })).headers.get('etag')).toBe(after);
      expect((await refusedWhole(service, 412, () => putIf(id, before))).codigo).toBe('DOCUMENTO_ALTERADO');
      changed(await putIf(id, after));
    });

    it.each<[string, number, (id: string) => Promise<Answer>]>([
      ['4.1', 422, (id) => put(api, id, [set('Número', '')])],
      ['2.2', 422, (id) => send(api, POST, id, [note('um')])],
      ['2.4', 400, (id) => deleteFile(api, id, NOBODY)],
      ['4.1 with a stale tag', 412, (id) => putIf(id, '"0"')],
    ])('is unchanged after a refused %s', async (_, status, work) => {
      const { id } = await invoice();
      const before = await etagOf(api, id);
      await refusedWhole(service, status, () => work(id));
      expect(await etagOf(api, id)).toBe(before);
    });
  });

  describe('allows a change', () => {
    it.each<[string, (tag: string) => string]>([
      ['by the tag', (tag) => tag],
      ['by any', () => '*'],
      ['by a list of tags', (tag) => `"1-1", ${tag}, "x"`],
      ['by a list without blanks', (tag) => `"1-1",${tag}`],
      ['by a list with a weak tag', (tag) => `W/"1-1" ,  ${tag}`],
      ['by blanks around', (tag) => `  ${tag}  `],
    ])('%s', async (_, condition) => {
      const { id, code } = await invoice();
      changed(await putIf(id, condition(await etagOf(api, id)), set(NOTE, 'nova')));
      expect(await noteOf(code)).toBe('nova');
    });
  });

  describe('prevents a change', () => {
    it.each<[string, (tag: string) => string]>([
      ['by a tag of before', (tag) => tag.replace(/\d+"$/, (version) => `${parseInt(version, 10) - 1}"`)],
      ['by a tag to come', (tag) => tag.replace(/\d+"$/, (version) => `${parseInt(version, 10) + 1}"`)],
      ['by the weak tag', (tag) => `W/${tag}`],
      ['by the tag without quotes', (tag) => tag.replaceAll('"', '')],
      ['by a list of others', () => '"a", "b"'],
      ['by an empty tag', () => '""'],
      ['by nonsense', () => 'nonsense'],
    ])('%s', async (_, condition) => {
      const { id, code } = await invoice();
      changed(await put(api, id, [set(NOTE, 'antes')]));
      const tag = await etagOf(api, id);
      const refusal = await refusedWhole(service, 412, () => putIf(id, condition(tag), set(NOTE, 'depois'), set('Número', '1')));
      expect(refusal).toMatchObject({ codigo: 'DOCUMENTO_ALTERADO' });
      expect(refusal.erros).toBeUndefined();
      expect([await noteOf(code), await etagOf(api, id)]).toEqual(['antes', tag]);
    });

    it('prevents a change that would add a list row', async () => {
      const { id } = await filedAt(scene.rules, CHANGES.types, { values: [value('Ano', '2024')] });
      const changes = [set('Código', '77', 'Aberta'), set('Nome', 'Novo', 'Aberta')];
      await refusedWhole(service, 412, () => put(scene.rules, id, changes, { level: CHANGES.types, headers: { 'if-match': '"0"' } }));
    });

    it('is checked after the document and its fields', async () => {
      const { id } = await invoice();
      await refusedWhole(service, 401, () => put(scene.reader, id, [set(NOTE, 'x')], { headers: { 'if-match': '"0"' } }));
      await refusedWhole(service, 400, () => putIf(NOBODY, '"0"'));
      await refusedWhole(service, 400, () => putIf(id, '"0"', set('Inexistente', 'x')));
    });
  });

  describe('concurrent changes of one document', () => {
    it('by 8 writers of 8 fields lose nothing', async () => {
      const { rules } = scene;
      const { id, code } = await filedAt(rules, CHANGES.types, { values: [value('Ano', '2024')] });
      const fields: [string, (index: number) => string][] = [
        ['Ano', (index) => String(2000 + index)],
        ['Texto', (index) => `texto ${index}`],
        ['Placa', (index) => `ABC-${1000 + index}`],
        ['Sigla', (index) => `A${String.fromCharCode(65 + index)}`],
        ['Detalhe', (index) => `detalhe ${index}`],
        ['Valor', (index) => String(index)],
        ['Início', (index) => `${String((index % 28) + 1).padStart(2, '0')}/01/2024`],
        ['Cor', (index) => (index % 2 ? 'Azul' : 'Verde-água')],
      ];
      const before = versionIn(await etagOf(rules, id));
      // Each field has one writer, who changes it four times, one after the other.
      const answers = await Promise.all(
        fields.map(async ([label, text]) => {
          const own: Answer[] = [];
          for (let round = 0; round < 4; round++) own.push(await put(rules, id, [set(label, text(round))], { level: CHANGES.types }));
          return own;
        }),
      );
      answers.flat().forEach(changed);
      const now = await shown(rules, code, CHANGES.client);
      expect(now).toMatchObject(Object.fromEntries(fields.map(([label, text]) => [label, text(3)])));
      expect(versionIn(await etagOf(rules, id)) - before).toBe(32);
      console.info(`4.1, 8 writers of 8 fields, 4 times each: ${answers.flat().length} × 200, nothing lost`);
    });

    it('by 32 writers of one field keep the last value', async () => {
      const { id, code } = await invoice();
      const before = versionIn(await etagOf(api, id));
      const answers = await Promise.all(
        Array.from({ length: 32 }, (_, index) => put(api, id, [set(NOTE, `escritor ${index}`), set('Número', String(index))])),
      );
      answers.forEach(changed);
      const versions = answers.map(({ headers }) => versionIn(headers.get('etag')) - before);
      expect([...versions].sort((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
      const last = versions.indexOf(32);
      console.info(
        `4.1, 32 writers of one field: ${answers.length} × 200, version raised ${Math.max(...versions)} times, last was writer ${last}`,
      );
      expect(await shown(api, code)).toMatchObject({ [NOTE]: `escritor ${last}`, Número: String(last) });
      expect(versionIn(await etagOf(api, id)) - before).toBe(32);
    });

    it('by 16 writers with the same tag succeed once', async () => {
      const { id, code } = await invoice();
      const tag = await etagOf(api, id);
      const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => putIf(id, tag, set(NOTE, `escritor ${index}`))));
      const counts = [200, 412].map((status) => answers.filter((answer) => answer.status === status).length);
      console.info(`4.1, 16 writers with one tag: ${counts[0]} × 200, ${counts[1]} × 412`);
      expect(counts).toEqual([1, 15]);
      expect(await noteOf(code)).toBe(`escritor ${answers.findIndex(({ status }) => status === 200)}`);
      expect(versionIn(await etagOf(api, id)) - versionIn(tag)).toBe(1);
    });

    it('by writers who increment and retry on conflict count correctly', async () => {
      const { id, code } = await invoice();
      changed(await put(api, id, [set('Número', '0')]));
      const increment = async (): Promise<number> => {
        for (let tries = 1; ; tries++) {
          const answer = await search({ Documento: code });
          const pairs = answer.json.Metadados[0].MetaDados as { Label: string; Valor: string }[];
          const number = Number(pairs.find(({ Label }) => Label === 'Número')?.Valor);
          const { status } = await putIf(id, answer.headers.get('etag')!, set('Número', String(number + 1)));
          if (status === 200) return tries;
          expect(status).toBe(412);
        }
      };
      const tries = await Promise.all(
        Array.from({ length: 8 }, async () => {
          let total = 0;
          for (let round = 0; round < ROUNDS; round++) total += await increment();
          return total;
        }),
      );
      console.info(`4.1, ${8 * ROUNDS} increments by 8 writers with If-Match: ${tries.reduce((a, b) => a + b)} tries`);
      expect((await shown(api, code)).Número).toBe(String(8 * ROUNDS));
    });

    it('never return a tag newer than the values', async () => {
      const { id, code } = await invoice();
      changed(await put(api, id, [set('Número', '0')]));
      const first = versionIn(await etagOf(api, id));
      let writing = true;
      const writer = (async () => {
        for (let number = 1; number <= MADE; number++) changed(await put(api, id, [set('Número', String(number))]));
        writing = false;
      })();
      const ahead: string[] = [];
      let readings = 0;
      const reader = async () => {
        for (; writing; readings++) {
          const answer = await search({ Documento: code });
          const pairs = answer.json.Metadados[0].MetaDados as { Label: string; Valor: string }[];
          const number = Number(pairs.find(({ Label }) => Label === 'Número')?.Valor);
          const version = versionIn(answer.headers.get('etag')) - first;
          if (version > number) ahead.push(`version ${version} beside value ${number}`);
        }
      };
      await Promise.all([writer, reader(), reader(), reader(), reader()]);
      console.info(`4.1, ${readings} searches beside ${MADE} changes: ${ahead.length} with a tag newer than the values`);
      expect(ahead).toEqual([]);
    });
  });
});
