import { Api, IDS, type Answer } from './support/api';
import { filesOf, problemsOf } from './support/creates';
import { at, CHANGES, changed, changesScene, filedAt, PUT, put, refusedWhole, set, shown, value } from './support/changing';
import { BAD_BODIES, BAD_CHANGES } from './support/bad-changes';
import { describeScene } from './support/describe-service';
import { linksOf, NOBODY, texts } from './support/reading';

const DUE = 'Vencimento TTD';

describeScene('4.1 PUT /api/Documento/Put', changesScene, (scene) => {
  const { service, demo: api, rules } = scene;
  const YEAR = value('Ano', '2024');
  const invoice = (more: object[] = []) =>
    filedAt(api, IDS.invoices, { values: [value('Número', '77'), value('Data de Emissão', '15/08/2024'), ...more] });
  const typed = (...values: object[]) => filedAt(rules, CHANGES.types, { values: [YEAR, ...values] });
  const putTyped = (id: string, ...changes: object[]) => put(rules, id, changes, { level: CHANGES.types });
  const typedNow = (code: number) => shown(rules, code, CHANGES.client);

  describe('changes', () => {
    it('one field and keeps everything else', async () => {
      const document = await filedAt(api, IDS.invoices, { box: 5001, files: texts('um').map((file) => ({ ...file, share: true })) });
      const [before, links] = [await shown(api, document.code), await linksOf(api, document.id)];
      const answer = await put(api, document.id, [set('Observação', 'paga')]);
      changed(answer);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      expect(await shown(api, document.code)).toEqual({ ...before, Observação: 'paga' });
      expect(await filesOf(api, document.id)).toHaveLength(1);
      expect(await linksOf(api, document.id)).toEqual(links);
    });

    it('several fields at once, stored in the format of their types', async () => {
      const { id, code } = await invoice([value('Observação', 'antiga')]);
      changed(
        await put(api, id, [
          set('Valor Total', '1.234,5'),
          set('Número', '0081'),
          set('CPF/CNPJ Fornecedor', '52998224725'),
          set('Data de Emissão', '2023-02-01'),
        ]),
      );
      expect(await shown(api, code)).toMatchObject({
        Número: '0081',
        'Data de Emissão': '01/02/2023',
        'Valor Total': '1.234,5',
        'CPF/CNPJ Fornecedor': '52998224725',
        Observação: 'antiga',
      });
    });

    it('fields named in any case, with or without accents', async () => {
      const { id, code } = await invoice();
      const body = [{ CAMPO: ' OBSERVACAO ', 'valor ': 'nova', NomeLista: '' }];
      const query = Object.fromEntries(Object.entries({ ...at(IDS.invoices), idDocumento: id }).map(([k, v]) => [k.toUpperCase(), v]));
      changed(await api.call('PUT', '/v1/API/documento/PUT', { query, body }));
      expect((await shown(api, code)).Observação).toBe('nova');
    });

    it('what the next search finds', async () => {
      const { id, code } = await invoice([value('Observação', 'procurada antes')]);
      changed(await put(api, id, [set('Observação', 'procurada depois')]));
      const found = async (text: string) => {
        const query = { IdCliente: IDS.client, 'ValoresCampos[0].Label': 'Observação', 'ValoresCampos[0].ValorCampo': text };
        return (await api.get('/api/Documento/Get', { query })).json.Metadados.length as number;
      };
      expect([await found('procurada antes'), await found('procurada depois')]).toEqual([0, 1]);
      expect((await shown(api, code)).Observação).toBe('procurada depois');
    });

    it('inherited fields', async () => {
      const { id, code } = await typed();
      changed(await putTyped(id, set('Ano', '1999')));
      expect((await typedNow(code)).Ano).toBe('1999');
    });

    it.each(['', '   '])('a custom field to nothing by %j', async (nothing) => {
      const { id, code } = await invoice([value('Observação', 'antiga'), value('Valor Total', '5')]);
      changed(await put(api, id, [set('Observação', nothing)]));
      expect(await shown(api, code)).toMatchObject({ Observação: '', 'Valor Total': '5', Número: '77' });
      changed(await put(api, id, [set('Observação', nothing)]));
    });

    it('the due date, by 60 months from its field', async () => {
      const { id, code } = await invoice();
      expect((await shown(api, code))[DUE]).toBe('15/08/2029');
      changed(await put(api, id, [set('Data de Emissão', '29/02/2020')]));
      expect((await shown(api, code))[DUE]).toBe('28/02/2025');
      changed(await put(api, id, [set('Observação', 'x')]));
      expect((await shown(api, code))[DUE]).toBe('28/02/2025');
    });

    it('the due date to null and back', async () => {
      const { id, code } = await filedAt(rules, CHANGES.terms, { values: [YEAR, value('Base', '10/01/2024')] });
      const due = async () => (await typedNow(code))[DUE];
      expect(await due()).toBe('10/01/2025');
      changed(await put(rules, id, [set('Base', '')], { level: CHANGES.terms }));
      expect(await due()).toBe('');
      changed(await put(rules, id, [set('Ano', '2025')], { level: CHANGES.terms }));
      expect(await due()).toBe('');
      changed(await put(rules, id, [set('Base', '31/01/2024')], { level: CHANGES.terms }));
      expect(await due()).toBe('31/01/2025');
    });
  });

  describe('checks in the order of interface 4.1', () => {
    const codes = async (call: () => Promise<Answer>, status = 400) => {
      const refusal = await refusedWhole(service, status, call);
      return [refusal.codigo, ...problemsOf(refusal)];
    };
    const wrong = [set('Inexistente', 'x'), set('Número', 'abc')];

    it('1: the caller', async () => {
      const { id } = await invoice();
      for (const as of [scene.reader, scene.other, new Api(service.url)]) {
        await refusedWhole(service, 401, () => put(as, id, wrong));
        await refusedWhole(service, 401, () => put(as, NOBODY, 'half a b'));
      }
    });

    it('2: the document exists', async () => {
      expect(await codes(() => put(api, NOBODY, wrong))).toEqual(['DOCUMENTO_INEXISTENTE', 'idDocumento ID_INEXISTENTE']);
    });

    it('3: it belongs to the named level', async () => {
      const { id } = await invoice();
      for (const level of [IDS.contracts, IDS.finance, IDS.records]) {
        expect((await codes(() => put(api, id, wrong, { level })))[0]).toBe('DOCUMENTO_FORA_DO_NIVEL');
      }
    });

    it('D3 D4 4 and 5: fields and lists belong to the level; all at once', async () => {
      const { id } = await invoice();
      const changes = [
        set('Observação', 'x'),
        set('Inexistente', '1'),
        set('Título', '1'),
        set('CNPJ', '1', 'Fornecedores'),
        set('Observação', '1', 'Inexistente'),
        set('OBSERVAÇÃO', 'y'),
      ];
      expect(await codes(() => put(api, id, changes))).toEqual([
        'ENTRADA_INVALIDA',
        '[1].campo CAMPO_INEXISTENTE_NO_NIVEL',
        '[2].campo CAMPO_INEXISTENTE_NO_NIVEL',
        '[3].nomeLista LISTA_INEXISTENTE_NO_NIVEL',
        '[4].nomeLista LISTA_INEXISTENTE_NO_NIVEL',
        '[5].campo CAMPO_REPETIDO',
      ]);
      expect((await codes(() => put(api, id, [set('Inexistente', '')])))[0]).toBe('CAMPO_INEXISTENTE_NO_NIVEL');
      expect((await codes(() => put(api, id, [set('Número', '1', 'Fornecedores')])))[0]).toBe('LISTA_INEXISTENTE_NO_NIVEL');
    });

    it('then the rules of the fields; all at once', async () => {
      const { id } = await invoice([value('Observação', 'antiga')]);
      const changes = [
        set('Observação', 'x'),
        set('Número', ''),
        set('Data de Emissão', '31/02/2024'),
        set('Valor Total', 'abc'),
        set('CPF/CNPJ Fornecedor', '529.982.247-24'),
      ];
      const [code, ...problems] = await codes(() => put(api, id, changes), 422);
      expect([code, ...problems.sort()]).toEqual([
        'REGRA_VIOLADA',
        '[1].valor INDEXADOR_OBRIGATORIO',
        '[2].valor DATA_INEXISTENTE',
        '[3].valor FORMATO_INVALIDO',
        '[4].valor DIGITO_VERIFICADOR',
      ]);
    });

    it('serves users with the permission to change documents, at their levels', async () => {
      const { id, code } = await invoice();
      changed(await put(scene.finance, id, [set('Observação', 'do financeiro')]));
      expect((await shown(api, code)).Observação).toBe('do financeiro');
    });
  });

  describe('validates values by their field', () => {
    it.each([
      ['Ano', '1899', 'FORA_DO_INTERVALO'],
      ['Ano', '2101', 'FORA_DO_INTERVALO'],
      ['Ano', '20,5x', 'FORMATO_INVALIDO'],
      ['Ano', '', 'INDEXADOR_OBRIGATORIO'],
      ['Ano', ' \t', 'INDEXADOR_OBRIGATORIO'],
      ['Texto', 'a', 'TAMANHO_INSUFICIENTE'],
      ['Valor', '-0,01', 'FORA_DO_INTERVALO'],
      ['Início', '31/02/2024', 'DATA_INEXISTENTE'],
      ['Cor', 'Roxo', 'OPCAO_INVALIDA'],
    ])('%s refuses %j', async (label, sent, code) => {
      const { id } = await typed();
      const refusal = await refusedWhole(service, 422, () => putTyped(id, set('Detalhe', 'bom'), set(label, sent)));
      expect([refusal.codigo, problemsOf(refusal)]).toEqual([code, [`[1].valor ${code}`]]);
    });

    it('compares with the stored parent field', async () => {
      const { id, code } = await typed(value('Início', '10/01/2024'));
      const early = await refusedWhole(service, 422, () => putTyped(id, set('Fim', '09/01/2024')));
      expect(problemsOf(early)).toEqual(['[0].valor CAMPO_PAI_DIVERGENTE']);
      changed(await putTyped(id, set('Fim', '10/01/2024')));
      const overtaken = await refusedWhole(service, 422, () => putTyped(id, set('Início', '11/01/2024')));
      expect(overtaken.codigo).toBe('CAMPO_PAI_DIVERGENTE');
      const orphaned = await refusedWhole(service, 422, () => putTyped(id, set('Início', '')));
      expect(orphaned.codigo).toBe('CAMPO_PAI_AUSENTE');
      changed(await putTyped(id, set('Início', '11/01/2024'), set('Fim', '12/01/2024')));
      changed(await putTyped(id, set('Início', ''), set('Fim', '')));
      expect(await typedNow(code)).toMatchObject({ Início: '', Fim: '' });
      const missing = await refusedWhole(service, 422, () => putTyped(id, set('Fim', '12/01/2024')));
      expect(problemsOf(missing)).toEqual(['[0].valor CAMPO_PAI_AUSENTE']);
    });

    it('reports an invalid parent once, and nothing about its child', async () => {
      const { id } = await typed(value('Início', '10/01/2024'), value('Fim', '10/01/2024'));
      const refusal = await refusedWhole(service, 422, () => putTyped(id, set('Início', '31/02/2024'), set('Fim', '09/01/2024')));
      expect(problemsOf(refusal)).toEqual(['[0].valor DATA_INEXISTENTE']);
    });
  });

  describe('refuses', () => {
    it.each(BAD_CHANGES)('%s', async (_, body, problems) => {
      const { id } = await invoice();
      expect(problemsOf(await refusedWhole(service, 400, () => put(api, id, body))).sort()).toEqual(problems);
    });

    it.each(BAD_BODIES)('%s', async (_, status, body, headers, code) => {
      const { id } = await invoice();
      expect((await refusedWhole(service, status, () => put(api, id, body, { headers }))).codigo).toBe(code);
    });

    it.each<[string, Record<string, string>, string[]]>([
      ['no document', at(IDS.invoices), ['idDocumento OBRIGATORIO']],
      [
        'malformed ids',
        { idUnidade: 'x', idCliente: '1', idArvoreOrganizacional: '{}', idDocumento: 'y' },
        ['idUnidade', 'idCliente', 'idArvoreOrganizacional', 'idDocumento'].map((name) => `${name} FORMATO_INVALIDO`),
      ],
    ])('%s', async (_, query, problems) => {
      const refusal = await refusedWhole(service, 400, () => api.call('PUT', PUT, { query, body: [set('Número', '1')] }));
      expect(problemsOf(refusal).sort()).toEqual([...problems].sort());
    });
  });
});
