import { AuditBuffer } from '#application/audit/audit-buffer';
import { PART } from '../support/part';
import { IDS, loggedIn, place, type Answer, type Api } from './support/api';
import { bodyOf, createdBy, expectRefusal, PATHS, problemsOf, VERSIONS, type Sent, type Version } from './support/creates';
import { describeService } from './support/describe-service';
import { remove } from './support/reading';
import { addingNothing, atOnce, countOf, documents, expectReplay, fresh, idsBy, KEY, printed, REPLAYED, tally } from './support/repeats';

const RACERS = PART === 'usual' ? 16 : 32;
const OTHER_PLACE = { idUnidade: IDS.otherUnit, idCliente: IDS.otherClient, idArvoreOrganizacional: IDS.otherLevel };
const RECORD = { values: [{ label: 'Tipo', valorCampo: 'Admissão' }] };

type Query = Record<string, string>;

describeService('chaveExterna', ({ service }) => {
  let demo: Api;
  let finance: Api;
  let other: Api;
  beforeAll(async () => {
    const logins = ['demo', 'financeiro', 'outro'].map((login) => loggedIn(service.url, login));
    [demo, finance, other] = (await Promise.all(logins)) as [Api, Api, Api];
  });

  const nameOf = (version: Version) => (version === 'V2' ? 'ChaveExterna' : 'chaveExterna');
  const bodyWith = (version: Version, key: unknown, sent?: Sent) => ({ ...bodyOf(version, sent), [nameOf(version)]: key });
  const send = (version: Version, key: unknown, { api = demo, query = {}, sent = {}, headers = {} as Query, at = place() as Query } = {}) =>
    api.post(PATHS[version], { query: { ...at, ...(query as Query) }, body: bodyWith(version, key, sent), headers });
  const returning = (version: Version, key: unknown, more: object = {}) =>
    send(version, key, { query: { seExistir: 'retornar' }, ...more });

  /** Ids of what a search by external key finds. */
  async function found(key: string, query: Record<string, string | number> = {}, api = demo): Promise<string[]> {
    const { json } = await api.get('/api/Documento/Get', { query: { IdCliente: IDS.client, ChaveExterna: key, ...query } });
    return json.Metadados.map(({ MetaDados }: { MetaDados: { Valor: string }[] }) => MetaDados[0]!.Valor);
  }

  function expectTaken(answer: Answer, holder?: { id: string; code: number }, campo = 'chaveExterna'): void {
    const refusal = expectRefusal(answer, 422);
    expect(problemsOf(refusal)).toEqual([`${campo} CHAVE_EXTERNA_EXISTENTE`]);
    expect(refusal.codigo).toBe('CHAVE_EXTERNA_EXISTENTE');
    const ids = holder && `IdDocumento: ${holder.id}; CodigoDocumento: ${holder.code}`;
    if (ids) expect(refusal.mensagem).toContain(ids);
    else expect(answer.text).not.toMatch(/IdDocumento|CodigoDocumento|[0-9a-f]{8}-[0-9a-f]{4}(?=.*"idRequisicao")/);
  }

  describe.each(VERSIONS)('%s', (version) => {
    const files = [{ content: 'Olá', extension: 'txt', ...(version !== 'V1' && { share: true }) }];

    const plain = [{ content: 'Olá', extension: 'txt' }];

    it.each([true, false])('of a document out of reach is told, which is noted; with simular=%s', async (simular) => {
      const key = fresh('ERP');
      await send(version, key, { sent: RECORD, at: place(IDS.records) });
      const noted = async () => {
        await service.app.get(AuditBuffer).flush();
        const { text } = await demo.get('/api/Auditoria', { query: { idCliente: IDS.client, acao: 'chamada.recusar' } });
        return text.split('CHAVE_EXTERNA_EXISTENTE').length - 1;
      };
      const before = await noted();
      expectTaken(await send(version, key, { api: finance, query: { simular: String(simular) } }), undefined, nameOf(version));
      expect(await noted()).toBe(before + 1);
    });

    it('is unique; the second create reports the document that has it', async () => {
      const key = fresh('ERP');
      const first = createdBy(await send(version, key, { sent: { files } }));
      await addingNothing(service, async () => {
        for (const again of VERSIONS) expectTaken(await send(again, key, { sent: { files: plain } }), first, nameOf(again));
        expectTaken(await send(version, `  ${key} `, { sent: { files } }), first, nameOf(version));
        expectTaken(await send(version, key, { query: { seExistir: 'RECUSAR' } }), first, nameOf(version));
      });
    });

    it('with seExistir=retornar returns the first document, and stores nothing', async () => {
      const key = fresh('ERP');
      const created = await returning(version, key, { sent: { files } });
      const first = createdBy(created);
      await addingNothing(service, async () => {
        const again = await returning(version, key, { sent: { files: [{ content: 'Outro', extension: 'txt' }] } });
        expect(again.status).toBe(200);
        expect(idsBy(again)).toEqual({ ...first, files: first.files.map(({ id }) => ({ id, link: undefined })) });
        if (version === 'V1') {
          expect(again.json).toEqual([expect.any(String), `IdDocumento: ${first.id}`, `CodigoDocumento: ${first.code}`]);
        }
      });
    });

    it('is accepted with its name in any case', async () => {
      const key = fresh('ERP');
      const spelt = (name: string) => demo.post(PATHS[version], { query: place(), body: { ...bodyOf(version), [name]: key } });
      const first = createdBy(await spelt('CHAVEEXTERNA'));
      for (const name of ['chaveexterna', 'ChaveExterna', 'chaveExterna ']) expectTaken(await spelt(name), first, nameOf(version));
      const twice = { ...bodyOf(version), chaveExterna: key, CHAVEEXTERNA: key };
      expectRefusal(await demo.post(PATHS[version], { query: place(), body: twice }), 400);
    });

    it('may have up to 100 arbitrary characters', async () => {
      const longest = `${fresh('ERP')} "ç%_'\\ 𝄞 `.padEnd(100, 'ü');
      const key = [...longest].slice(0, 100).join('');
      const first = createdBy(await send(version, key));
      expect(await found(key)).toEqual([first.id]);
      expectTaken(await send(version, key), first, nameOf(version));
      await addingNothing(service, async () => {
        const refusal = expectRefusal(await send(version, 'k'.repeat(101)), 400);
        expect(problemsOf(refusal)).toEqual([`${nameOf(version)} TAMANHO_EXCEDIDO`]);
      });
    });

    it('may be a number or a boolean, stored as written', async () => {
      const number = 7_000_000 + Number(fresh('').slice(1));
      const first = createdBy(await send(version, number));
      expectTaken(await send(version, String(number)), first, nameOf(version));
    });

    it.each([{}, ['ERP'], 'a\u0000b', '\ud800'])('is refused as %j', async (key) => {
      await addingNothing(service, async () => expectRefusal(await send(version, key), 400));
    });

    it('is ignored when blank', async () => {
      for (const key of ['', '   ', null, undefined]) {
        for (let round = 0; round < 2; round++) expect((await returning(version, key)).status).toBe(201);
      }
      expect(await countOf(service, 'document', "external_key = '' OR live_external_key = ''")).toBe(0);
    });

    it('is free again when its document is deleted', async () => {
      const key = fresh('ERP');
      const first = createdBy(await send(version, key));
      await remove(demo, first.id);
      const second = createdBy(await returning(version, key));
      expect(second.id).not.toBe(first.id);
      expectTaken(await send(version, key), second, nameOf(version));
      expect(await found(key)).toEqual([second.id]);
      expect(await found(key, { IdDocumentoStatus: 4 })).toEqual([first.id]);
    });

    it('stays free after a refused create', async () => {
      const key = fresh('ERP');
      await addingNothing(service, async () => {
        expectRefusal(await send(version, key, { sent: { values: [{ label: 'Número', valorCampo: '1' }] } }), 422);
      });
      expect((await send(version, key)).status).toBe(201);
    });

    it('is reported together with all other problems', async () => {
      const key = fresh('ERP');
      await send(version, key);
      const refusal = expectRefusal(await send(version, key, { sent: { values: [{ label: 'Número', valorCampo: '1' }] } }), 422);
      expect(problemsOf(refusal)).toContain(`${nameOf(version)} CHAVE_EXTERNA_EXISTENTE`);
      expect(refusal.erros).toHaveLength(2);
      expect(refusal.codigo).toBe('REGRA_VIOLADA');
    });

    it.each(['recusar', 'retornar'])(`${RACERS} concurrent creates with seExistir=%s store one document`, async (seExistir) => {
      const [key, before] = [fresh('ERP'), await documents(service)];
      const answers = await atOnce(RACERS, () => send(version, key, { query: { seExistir }, sent: { files } }));
      const counts = tally(answers);
      printed(`${version}, ${RACERS} creates with one chaveExterna, ${seExistir}`, counts);
      expect(await documents(service)).toBe(before + 1);
      const first = createdBy(answers.find(({ status }) => status === 201)!);
      if (seExistir === 'retornar') {
        expect(counts).toEqual({ '201': 1, '200': RACERS - 1 });
        for (const { id, code } of answers.map(idsBy)) expect({ id, code }).toEqual({ id: first.id, code: first.code });
      } else {
        expect(counts).toEqual({ '201': 1, '422 CHAVE_EXTERNA_EXISTENTE': RACERS - 1 });
        for (const answer of answers) if (answer.status === 422) expectTaken(answer, first, nameOf(version));
      }
      await addingNothing(service, async () => undefined);
    });
  });

  it('is compared exactly: case, accents, inner blanks', async () => {
    const key = fresh('Nota Ação');
    const others = [key.toUpperCase(), key.replace('çã', 'ca'), key.replace(' ', '  '), `${key}.`];
    const made = [];
    for (const each of [key, ...others]) made.push(createdBy(await send('V3', each)).id);
    for (const [index, each] of [key, ...others].entries()) expect(await found(each)).toEqual([made[index]]);
    expect(await found(`  ${key}  `)).toEqual([made[0]]);
    expect(await found(key.slice(0, -1))).toEqual([]);
    expect(await found('Nota%')).toEqual([]);
  });

  it('can be combined with other conditions, with its name in any case, and counted', async () => {
    const key = fresh('ERP');
    const { id, code } = createdBy(await send('V1', key, { sent: { box: 5001 } }));
    expect(await found(key, { Caixa: 5001, Documento: code, IdArvoreOrganizacional: IDS.invoices })).toEqual([id]);
    expect(await found(key, { Caixa: 5002 })).toEqual([]);
    expect(await found(key, { IdArvoreOrganizacional: IDS.contracts })).toEqual([]);
    const query = { idcliente: IDS.client, CHAVEEXTERNA: key, buscarQtdPaginasDocumento: true };
    expect((await demo.get('/api/Documento/Get', { query })).json).toMatchObject({ QtdDocumentos: 1, LabelPaginas: '1/1' });
    expectRefusal(await demo.get('/api/Documento/Get', { query: { IdCliente: IDS.client, ChaveExterna: 'k'.repeat(101) } }), 400);
  });

  it('is unique within the client', async () => {
    const key = fresh('ERP');
    const first = createdBy(await send('V3', key));
    const sent = { values: [{ label: 'Assunto', valorCampo: 'x' }] };
    const theirs = await returning('V3', key, { api: other, at: OTHER_PLACE, sent });
    expect([theirs.status, createdBy(theirs).id === first.id]).toEqual([201, false]);
    expect(await found(key)).toEqual([first.id]);
    expect(await found(key, { IdCliente: IDS.otherClient }, other)).toEqual([createdBy(theirs).id]);
  });

  it('does not reveal inaccessible documents', async () => {
    const key = fresh('ERP');
    const { id } = createdBy(await send('V3', key, { at: place(IDS.records), sent: RECORD }));
    for (const version of VERSIONS) {
      await addingNothing(service, async () => {
        expectTaken(await send(version, key, { api: finance }), undefined, nameOf(version));
        const answer = await returning(version, key, { api: finance });
        expectTaken(answer, undefined, nameOf(version));
        expect(answer.text).not.toContain(id);
      });
    }
    expect(await found(key, {}, finance)).toEqual([]);
    const counts = tally(await atOnce(8, (index) => returning('V2', key, { api: index % 2 ? finance : demo })));
    expect(counts).toEqual({ '200': 4, '422 CHAVE_EXTERNA_EXISTENTE': 4 });
  });

  it('is the same key in both Unicode forms of its accents', async () => {
    const name = fresh('Ação');
    const [composed, bare] = [name.normalize('NFC'), name.normalize('NFD')];
    expect(composed).not.toBe(bare);
    const first = createdBy(await send('V2', bare));
    for (const version of ['V1', 'V2', 'V3'] as const) expectTaken(await send(version, composed), first, nameOf(version));
    expect(idsBy(await returning('V3', composed)).id).toBe(first.id);
    for (const key of [composed, bare]) expect(await found(key)).toHaveLength(1);
  });

  it('returns ids only, without links', async () => {
    const key = fresh('ERP');
    const first = createdBy(await send('V3', key, { sent: { files: [{ content: 'a', extension: 'txt', share: true }] } }));
    expect(first.files[0]!.link).toBeDefined();
    expect(idsBy(await returning('V2', key)).files).toEqual([{ id: first.files[0]!.id, link: undefined }]);
  });

  it.each(['talvez', 'sim', '1'])('refuses seExistir=%s', async (seExistir) => {
    await addingNothing(service, async () => {
      const refusal = expectRefusal(await send('V1', fresh('ERP'), { query: { seExistir } }), 400);
      expect(problemsOf(refusal)).toEqual(['seExistir OPCAO_INVALIDA']);
    });
  });

  describe('with an Idempotency-Key', () => {
    it('replays the first answer to the repeated call, and finds the document for another call', async () => {
      const [external, headers] = [fresh('ERP'), { [KEY]: fresh() }];
      const first = await send('V3', external, { headers });
      expect(first.status).toBe(201);
      expectReplay(await send('V3', external, { headers }), first);
      expectTaken(await send('V3', external, { headers: { [KEY]: fresh() } }), createdBy(first));
      const unlike = expectRefusal(await returning('V3', external, { headers }), 422);
      expect(unlike.codigo).toBe('CHAVE_DE_IDEMPOTENCIA_REUTILIZADA');
    });

    it('keeps an answer with status 200', async () => {
      const [external, headers] = [fresh('ERP'), { [KEY]: fresh() }];
      const { id } = createdBy(await send('V2', external));
      const first = await returning('V2', external, { headers });
      expect([first.status, idsBy(first).id, first.headers.get(REPLAYED)]).toEqual([200, id, null]);
      await remove(demo, id);
      await addingNothing(service, async () => expectReplay(await returning('V2', external, { headers }), first));
    });

    it('frees a refused key: the call may be sent with another external key', async () => {
      const [external, headers] = [fresh('ERP'), { [KEY]: fresh() }];
      const first = createdBy(await send('V1', external));
      expectTaken(await send('V1', external, { headers }), first);
      expect((await send('V1', fresh('ERP'), { headers })).status).toBe(201);
    });

    it(`${RACERS} calls, half of them duplicates, store one document`, async () => {
      const [external, key, before] = [fresh('ERP'), fresh(), await documents(service)];
      const headersOf = (index: number): Query => (index % 2 ? { [KEY]: key } : { [KEY]: `${key}-${index}` });
      const answers = await atOnce(RACERS, (index) => returning('V3', external, { headers: headersOf(index) }));
      printed(`${RACERS} calls with one chaveExterna, half under one Idempotency-Key`, tally(answers));
      expect(await documents(service)).toBe(before + 1);
      const ids = new Set(answers.map((answer) => idsBy(answer).id));
      expect(ids.size).toBe(1);
    });
  });
});
