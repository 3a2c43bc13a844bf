import { stableId } from '#application/support/stable-id';
import { IDS, type Api } from './support/api';
import { eventsOf } from './support/audited';
import { create, createdBy, expectRefusal, metadataOf, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { expectUnknown, NOBODY } from './support/reading';
import { fresh, KEY, REPLAYED } from './support/repeats';

const PATH = '/api/Caixa';
const TYPE = stableId('box-type', 'Caixa Arquivo');
/** That the other client alone has boxes of. */
const SHARED_TYPE = stableId('box-type', 'Container');
const OTHER_TYPE = stableId('box-type', 'Tubo');

describeService('a box is created', ({ service, demo, reader, finance, other }) => {
  const post = (body: unknown, query: Record<string, string> = {}, api: Api = demo, headers = {}) =>
    api.post(PATH, { query: { idCliente: IDS.client, ...query }, body, headers });
  const made = async (body: object, query?: Record<string, string>) => {
    const { status, json, text } = await post(body, query);
    expect([status, status < 300 ? '' : text]).toEqual([201, '']);
    return json as { idCaixa: string; codigoCaixa: number };
  };
  const ofUnit = { idUnidade: IDS.unit };
  const listed = async (codigoCaixa: number) => (await demo.get(`${PATH}/${IDS.client}`, { query: { codigoCaixa } })).json.Caixas;

  beforeAll(async () => {
    const { boxTypes } = (await other.get(`/api/Acervo/${IDS.otherClient}`)).json;
    const body = { boxTypes: [...boxTypes, { name: 'Tubo' }] };
    expect((await other.call('PUT', `/api/Acervo/${IDS.otherClient}`, { body })).status).toBe(200);
  });

  it('with the next code of the client, and documents can be filed in it', async () => {
    const box = await made({ idCaixaTipo: TYPE, numeroProvisorio: ' P-77 ' });
    expect(box).toEqual({
      idCaixa: expect.any(String),
      codigoCaixa: 5003,
      idCaixaTipo: TYPE,
      tipo: 'Caixa Arquivo',
      guarda: 'Guarda Interna',
      idUnidade: null,
      numeroProvisorio: 'P-77',
      codigoCaixaExterna: null,
    });
    // A box of the unit has the code 5002: what is filed there by its code still is.
    expect((await listed(5002)).map(({ guarda }: { guarda: string }) => guarda)).toEqual(['Guarda Terceirizada']);
    const filed = async (box: number) => {
      const shown = await metadataOf(demo, createdBy(await create(demo, 'V2', { box })).code);
      return [shown['Nº Caixa'], shown['Nº Provisório'], shown['Tipo de Guarda']];
    };
    expect(await filed(5003)).toEqual(['5003', 'P-77', 'Guarda Interna']);
    expect((await filed(5002))[2]).toBe('Guarda Terceirizada');
    expect((await made({ idCaixaTipo: TYPE }, ofUnit)).codigoCaixa).toBe(5004);
  });

  it('of a unit, whose custody of it begins', async () => {
    const box = await made({ idCaixaTipo: TYPE, codigoCaixa: 7001 }, ofUnit);
    expect(box).toMatchObject({ codigoCaixa: 7001, guarda: 'Guarda Terceirizada', idUnidade: IDS.unit });
    const inner = await made({ codigoCaixaExterna: 7001 }, ofUnit);
    expect(inner).toMatchObject({ codigoCaixa: 7002, idCaixaTipo: TYPE, codigoCaixaExterna: 7001, idUnidade: IDS.unit });
    // A box counts together with those within it.
    const custody = 'SELECT unit_id, ended_at FROM box_custody WHERE box_id IN (?, ?)';
    expect(await service.database.query(custody, [box.idCaixa, inner.idCaixa])).toEqual([{ unit_id: IDS.unit, ended_at: null }]);
  });

  it('by whoever may file a document somewhere in the client, with an event', async () => {
    const { status, json } = await post({ idCaixaTipo: TYPE }, {}, finance);
    expect(status).toBe(201);
    const { eventos } = await eventsOf(demo, { acao: 'caixa.incluir', idObjeto: json.idCaixa });
    expect(eventos.map(({ objeto, idUsuario }) => [objeto, idUsuario])).toEqual([
      [{ boxId: json.idCaixa, code: json.codigoCaixa }, stableId('user', 'financeiro')],
    ]);
    expect(expectRefusal(await post({ idCaixaTipo: TYPE }, {}, reader), 401).codigo).toBe('SEM_PERMISSAO');
    expect(expectRefusal(await post({ idCaixaTipo: TYPE }, {}, other), 401).codigo).toBe('SEM_PERMISSAO');
    expectUnknown('idUnidade', [await post({ idCaixaTipo: TYPE }, { idUnidade: IDS.otherUnit })]);
  });

  it('once under the same key', async () => {
    const headers = { [KEY]: fresh() };
    const body = { idCaixaTipo: TYPE };
    const [first, again] = [await post(body, {}, demo, headers), await post(body, {}, demo, headers)];
    expect([first.status, again.status, again.text, again.headers.get(REPLAYED)]).toEqual([201, 201, first.text, 'true']);
    expectRefusal(await post({ ...body, codigoCaixa: 1 }, {}, demo, headers), 422);
  });

  it('with one code each, by many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => post({ idCaixaTipo: TYPE }, index % 2 === 0 ? {} : ofUnit)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const codes = answers.map(({ json }) => json.codigoCaixa as number).sort((a, b) => a - b);
    expect(codes).toEqual(codes.map((_, index) => codes[0]! + index));
  });

  it('of a type that the list of boxes names', async () => {
    const { json } = await demo.get(`${PATH}/${IDS.client}`);
    const types = [
      { idCaixaTipo: TYPE, nome: 'Caixa Arquivo' },
      { idCaixaTipo: SHARED_TYPE, nome: 'Container' },
    ];
    expect(json.Tipos).toEqual(types);
    const ofOther = async () => (await other.get(`${PATH}/${IDS.otherClient}`)).json.Tipos;
    expect(await ofOther()).toEqual([...types, { idCaixaTipo: OTHER_TYPE, nome: 'Tubo' }]);
    // The first box of a type takes it from nobody.
    await made({ idCaixaTipo: SHARED_TYPE });
    expect((await ofOther()).map(({ nome }: { nome: string }) => nome)).toContain('Caixa Arquivo');
  });

  it.each<[string, object, Record<string, string>, number, string]>([
    ['without a type', {}, {}, 400, 'idCaixaTipo OBRIGATORIO'],
    ['of an unknown type', { idCaixaTipo: NOBODY }, {}, 400, 'idCaixaTipo ID_INEXISTENTE'],
    ['of a type that another client has added', { idCaixaTipo: OTHER_TYPE }, {}, 400, 'idCaixaTipo ID_INEXISTENTE'],
    ['with a type within another one', { idCaixaTipo: TYPE, codigoCaixaExterna: 5001 }, {}, 400, 'codigoCaixaExterna EXATAMENTE_UM'],
    ['within one that does not exist', { codigoCaixaExterna: 999 }, {}, 400, 'codigoCaixaExterna CAIXA_INEXISTENTE'],
    [
      'within one that is numbered otherwise',
      { codigoCaixaExterna: 5001 },
      { idUnidade: IDS.unit },
      400,
      'codigoCaixaExterna CAIXA_INEXISTENTE',
    ],
    ['with a code that another one has', { idCaixaTipo: TYPE, codigoCaixa: 5001 }, {}, 422, 'codigoCaixa CAIXA_EXISTENTE'],
    ['with a code that one of a unit has', { idCaixaTipo: TYPE, codigoCaixa: 5002 }, {}, 422, 'codigoCaixa CAIXA_EXISTENTE'],
    ['of a unit with a code of the client', { idCaixaTipo: TYPE, codigoCaixa: 5001 }, ofUnit, 422, 'codigoCaixa CAIXA_EXISTENTE'],
    ['with the code 0', { idCaixaTipo: TYPE, codigoCaixa: 0 }, {}, 400, 'codigoCaixa FORA_DO_INTERVALO'],
    ['with a code of 13 digits', { idCaixaTipo: TYPE, codigoCaixa: 1_000_000_000_000 }, {}, 400, 'codigoCaixa FORA_DO_INTERVALO'],
    ['with a long number', { idCaixaTipo: TYPE, numeroProvisorio: 'x'.repeat(51) }, {}, 400, 'numeroProvisorio TAMANHO_EXCEDIDO'],
    ['with an unknown name', { idCaixaTipo: TYPE, tipo: 'x' }, {}, 400, 'tipo CAMPO_DESCONHECIDO'],
  ])('not %s', async (_, body, query, status, problem) => {
    const count = () => service.database.query('SELECT COUNT(*) AS boxes FROM box');
    const before = await count();
    expect(problemsOf(expectRefusal(await post(body, query), status))).toEqual([problem]);
    expect(await count()).toEqual(before);
  });

  it('only two deep: a box within another one takes none', async () => {
    const { codigoCaixa } = await made({ codigoCaixaExterna: 5001 });
    expect(problemsOf(expectRefusal(await post({ codigoCaixaExterna: codigoCaixa }), 400))).toEqual([
      'codigoCaixaExterna CAIXA_DENTRO_DE_OUTRA',
    ]);
  });

  it('with the lowest free code after the highest one', async () => {
    expect((await made({ idCaixaTipo: TYPE, codigoCaixa: 999_999_999_998 })).codigoCaixa).toBe(999_999_999_998);
    expect((await made({ idCaixaTipo: TYPE })).codigoCaixa).toBe(999_999_999_999);
    expect((await made({ idCaixaTipo: TYPE })).codigoCaixa).toBe(1);
    expect((await made({ idCaixaTipo: TYPE }, ofUnit)).codigoCaixa).toBe(2);
  });
});
