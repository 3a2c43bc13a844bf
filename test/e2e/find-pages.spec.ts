import { IDS, type Answer, type Api } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { all, Finding, is, system } from './support/finding';
import { EVERYTHING, type SearchArchive } from './support/search-archive';
import { done, grant, PROFILES, setGrants, userWith } from './support/users';

describeService('POST /api/v3/Documento/Pesquisar, page by page and refused', ({ service }) => {
  const finding = new Finding();
  const { find, found, names, refused } = finding;
  let archive: SearchArchive;
  beforeAll(async () => {
    await finding.open(service);
    ({ archive } = finding);
  });

  describe('pages', () => {
    async function pages(body: object, as?: Api) {
      const all: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const answer = await find({ ...body, ...(cursor && { cursor }) }, as);
        all.push(...names(answer));
        cursor = answer.json.proximo as string | null;
        expect((cursor ?? '').length).toBeLessThan(1536);
      }
      return all;
    }

    it.each([1, 2, 5, 12])('of %d documents join to all of them', async (tamanhoPagina) => {
      expect(await pages({ tamanhoPagina })).toEqual(EVERYTHING);
      const ordem = { campo: 'Valor Total' };
      expect(await pages({ tamanhoPagina, ordem })).toEqual(await found({ ordem }));
    });

    const first = async (as?: Api) => (await find({ tamanhoPagina: 2 }, as)).json.proximo as string;

    it('refuse a cursor that is altered, cut or invented', async () => {
      const cursor = await first();
      const flipped = `${cursor.slice(0, 40)}${cursor[40] === 'A' ? 'B' : 'A'}${cursor.slice(41)}`;
      for (const wrong of [flipped, cursor.slice(0, -4), cursor.slice(4), 'eyJ2IjoxfQ', '…', 'x'.repeat(2000)])
        expect(await refused({ tamanhoPagina: 2, cursor: wrong })).toEqual(['cursor FORMATO_INVALIDO']);
    });

    it('refuse the cursor of another filter, order, place or user', async () => {
      const cursor = await first();
      const other = ['cursor CURSOR_DE_OUTRA_PESQUISA'];
      expect(await refused({ ...all(is('Número', 'preenchido')), cursor })).toEqual(other);
      expect(await refused({ ordem: { sistema: 'codigo' }, cursor })).toEqual(other);
      expect(problemsOf(expectRefusal(await find({ cursor }, archive.demo, { idUnidade: IDS.unit }), 400))).toEqual(other);
      expect(problemsOf(expectRefusal(await find({ cursor }, archive.reader), 400))).toEqual(other);
      // The size of the page may change on the way.
      expect(await found({ tamanhoPagina: 500, cursor })).toEqual(EVERYTHING.slice(2));
    });

    it('show what may still be seen when rights are withdrawn in between', async () => {
      const { id, api } = await userWith(archive.demo, [grant(PROFILES.reader)]);
      const { json } = await find({ tamanhoPagina: 2 }, api);
      expect(json.documentos).toHaveLength(2);
      done(await setGrants(archive.demo, id, [grant(PROFILES.reader, IDS.records)]));
      const rest = EVERYTHING.slice(2).filter((name) => ['record', 'demo 4'].includes(name));
      expect(await found({ tamanhoPagina: 50, cursor: json.proximo }, api)).toEqual(rest);
      done(await setGrants(archive.demo, id, []));
      expectRefusal(await find({ cursor: json.proximo }, api), 401);
    });

    it('a cursor shows no value', async () => {
      const { json } = await find({ ordem: { campo: 'Observação' }, tamanhoPagina: 1 });
      expect(Buffer.from(json.proximo as string, 'base64url').toString('latin1')).not.toMatch(/sao joao|manutencao|desconto/);
    });
  });

  describe('refusals', () => {
    it('come all at once, each with its place', async () => {
      const filtro = {
        todas: [
          is('Valor Total', 'entre', ['2', '1']),
          is('Número', 'comeca', '1'),
          { alguma: [is('Data de Emissão', 'igual', '31/02/2024'), is('Número', 'em', ['1', 'x'])] },
          is('Nada disso', 'vazio'),
          is('Número', 'igual'),
          is('Número', 'menor', ['1']),
          { campo: 'Número', sistema: 'codigo', operador: 'igual', valor: '1' },
          {},
          system('nivel', 'igual', IDS.otherLevel),
          system('codigo', 'vazio'),
          is('Observação', 'contem', '--'),
          { nenhuma: [{ campo: 'Número', operador: 'parecido', valor: '1' }] },
        ],
      };
      const body = {
        filtro,
        ordem: { campo: 'Nada' },
        colunas: ['Número', 'Coisa'],
        cursor: 'x',
        tamanhoPagina: 501,
        texto: 'x',
        palavras: 'x',
      };
      expect((await refused(body)).sort()).toEqual(
        [
          'filtro.todas[0].valores INTERVALO_INVERTIDO',
          'filtro.todas[1].operador OPERADOR_INVALIDO',
          'filtro.todas[2].alguma[0].valor DATA_INEXISTENTE',
          'filtro.todas[2].alguma[1].valores[1] FORMATO_INVALIDO',
          'filtro.todas[3].campo CAMPO_INEXISTENTE_NO_NIVEL',
          'filtro.todas[4].valor OBRIGATORIO',
          'filtro.todas[5].valor OBRIGATORIO',
          'filtro.todas[5].valores TAMANHO_EXCEDIDO',
          'filtro.todas[6] EXATAMENTE_UM',
          'filtro.todas[7] EXATAMENTE_UM',
          'filtro.todas[8].valor ID_INEXISTENTE',
          'filtro.todas[9].operador OPERADOR_INVALIDO',
          'filtro.todas[10].valor FORMATO_INVALIDO',
          'filtro.todas[11].nenhuma[0].operador OPCAO_INVALIDA',
          'ordem.campo CAMPO_INEXISTENTE_NO_NIVEL',
          'colunas[1] CAMPO_INEXISTENTE_NO_NIVEL',
          'cursor FORMATO_INVALIDO',
          'tamanhoPagina FORA_DO_INTERVALO',
          'texto TEXTO_NAO_CONFIGURADO',
          'palavras CAMPO_DESCONHECIDO',
        ].sort(),
      );
    });

    it('empty lists count as not sent, since generated clients send them, but a group must not be empty by mistake', async () => {
      const none = { todas: [], alguma: [], nenhuma: [] };
      const seven = { ...none, ...is('Número', 'igual', '7'), valores: [] };
      expect(await found({ filtro: { ...none, nenhuma: [{ ...none, ...is('Número', 'diferente', '7') }] }, colunas: [] })).toEqual([
        'cheap',
      ]);
      expect(await found({ filtro: { ...none, todas: [seven] } })).toEqual(['cheap']);
      expect(await found({ filtro: none })).toEqual(EVERYTHING);
      expect(await refused({ filtro: { alguma: [] } })).toEqual(['filtro.alguma OBRIGATORIO']);
      expect(await refused(all(none))).toEqual(['filtro.todas[0] EXATAMENTE_UM']);
      expect(await refused(all(is('Número', 'em', [])))).toEqual(['filtro.todas[0].valores OBRIGATORIO']);
    });

    it('name the operators that the type has, and labels that are near', async () => {
      const wrong = await find(all(is('Número', 'contem', '1'), is('Valor', 'igual', '1')));
      const texts = (wrong.json.erros as { mensagem: string }[]).map(({ mensagem }) => mensagem);
      expect(texts[0]).toMatch(/igual, diferente, em, nao-em, menor, menor-igual, maior, maior-igual, entre, vazio, preenchido/);
      expect(texts[1]).toMatch(/Valor Total/);
    });

    it('a filter may be four groups deep and have 40 conditions, no more', async () => {
      const nested = (depth: number): object => (depth === 1 ? all(is('Número', 'preenchido')).filtro : { alguma: [nested(depth - 1)] });
      expect(await found({ filtro: nested(4) })).not.toEqual([]);
      expect(await refused({ filtro: nested(5) })).toEqual(['filtro.alguma[0].alguma[0].alguma[0].alguma[0].todas FILTRO_PROFUNDO']);
      const many = (count: number) => all(...Array.from({ length: count }, () => is('Número', 'preenchido')));
      expect(await found(many(40))).toEqual(await found(many(1)));
      expect(await refused(many(41))).toEqual(['filtro FILTRO_GRANDE']);
      const values = (count: number) =>
        is(
          'Número',
          'em',
          Array.from({ length: count }, (_, index) => String(index)),
        );
      expect(await refused(all(values(200), values(200), values(1)))).toEqual(['filtro FILTRO_GRANDE']);
      expect(await refused(all(values(201)))).toEqual(['filtro.todas[0].valores TAMANHO_EXCEDIDO']);
    });

    it('a body has 64 KB', async () => {
      expectRefusal(await find(all(is('Observação', 'igual', 'x'.repeat(70_000)))), 413);
    });
  });

  describe('tells nothing of what is out of reach', () => {
    const bytes = async (body: object, as: Api) => {
      const { status, text } = await find(body, as);
      return [status, text.replace(/"idRequisicao":"[^"]*"/, '')];
    };

    it('the same bytes, whether a document exists or not', async () => {
      const { finance } = archive;
      const wanted = (title: string) => ({
        ...all(is('CPF/CNPJ Fornecedor', 'diferente', title), system('codigo', 'igual', '…')),
        contar: true,
      });
      const code = (body: object, of: number) => JSON.parse(JSON.stringify(body).replace('…', String(of))) as object;
      const [there, nowhere] = [archive.codes.record!, 999_999_999];
      const body = wanted('529.982.247-25');
      expect(await bytes(code(body, there), finance)).toEqual(await bytes(code(body, nowhere), finance));
      expect(await found(code(body, there))).toEqual(['record']);
    });

    it('a label of a level out of reach is unknown, and near labels are from within', async () => {
      const [status, text] = await bytes(all(is('Tipo', 'preenchido')), archive.finance);
      expect([status, text]).toEqual([400, expect.stringContaining('CAMPO_INEXISTENTE_NO_NIVEL')]);
      expect(await bytes(all(is('Matr', 'preenchido')), archive.finance)).toEqual([400, expect.not.stringContaining('Matrícula')]);
    });

    it('levels and units out of reach are unknown ids', async () => {
      for (const [member, there] of [
        ['nivel', IDS.records],
        ['unidade', IDS.otherUnit],
      ] as const) {
        const nowhere = '00000000-0000-4000-8000-000000000000';
        const answer = (id: string) => bytes(all(system(member, 'igual', id)), archive.finance);
        expect(await answer(there)).toEqual(await answer(nowhere));
      }
    });

    it('only documents within reach are found and counted', async () => {
      const { json } = await find({ contar: true }, archive.finance);
      const seen = names({ status: 200, json } as Answer);
      expect(seen).not.toContain('record');
      expect(json.total).toEqual({ valor: seen.length, exato: true });
      expectRefusal(await find({}, archive.other), 401);
    });
  });
});
