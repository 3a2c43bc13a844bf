import { newId } from '#application/support/ids';
import type { WordOptions } from '#application/ports/text-index';
import { Scope } from '#domain/access/scope';
import { wordsOf } from '#domain/documents/words';
import { TypeOrmClientRecords } from '#infrastructure/typeorm/provisioning/typeorm-client-records';
import { aDocument } from '../builders/a-document';
import { DEMO, scopeOf, userId } from '../builders/demo';
import { expectShownAsStored } from './support/shown';
import { describeContract } from './support/implementations';
import { describeOnOpenSearch } from './support/open-search';
import type { Archive } from './support/typeorm-archive';
import { wordScene, type WordScene } from './support/word-scene';
import { ofOpenSearch } from './text-index-opensearch.contract';

describeContract('TextIndex of fields', (archive) => {
  let scene: WordScene;
  beforeAll(async () => (scene = await wordScene(archive)));
  afterEach(() => expectShownAsStored(archive.sql));

  it.each<[string, string, boolean]>([
    ['Silva & Construções Ltda.', 'silva', true],
    ['Silva & Construções Ltda.', 'constr silv', true],
    ['Silva & Construções Ltda.', 'CONSTRUÇÕES', true],
    ['Silva & Construções Ltda.', 'strucoes', false],
    ['Silva & Construções Ltda.', 'silva obras', false],
    ['Nota 4711/2026', '4711', true],
    ['Nota 4711/2026', '20', true],
    ['Nota 4711/2026', '711', false],
    ['a um de o que the', 'the', true],
    ['a um de o que the', 'a', true],
    [`começo ${'x'.repeat(70)}`, 'x'.repeat(70), true],
    [`começo ${'x'.repeat(50)}`, 'x'.repeat(51), false],
  ])('of %j: asked for %j it is found: %p', async (text, asked, isFound) => {
    const [code] = await scene.file(scene.aContract({ title: text }));
    expect((await scene.found('title', asked)).includes(code!)).toBe(isFound);
  });

  it('finds all words in one field only', async () => {
    const row = await scene.addSupplier({ name: 'Pedreira Granito', city: 'Ametista' });
    const [both, title] = await scene.file(
      scene.aContract({ title: 'Ametista bruta' }, row.code),
      scene.aContract({ title: 'Granito ametista' }),
    );
    expect(await scene.found(['title', 'name', 'city'], 'ametista')).toEqual([title, both]);
    expect(await scene.found(['title', 'name', 'city'], 'ametista granito')).toEqual([title]);
    expect(await scene.found('name', 'ametista')).toEqual([]);
    expect(await scene.found([], 'ametista')).toEqual([]);
  });

  it('has words of texts alone', async () => {
    const row = await scene.addSupplier({ cnpj: '11222333000181', name: 'Número' });
    await scene.file(scene.aContract({ term: '15/08/2024', title: 'Prazo' }, row.code));
    expect([await scene.found('term', '15'), await scene.found('cnpj', '11222333000181')]).toEqual([[], []]);
  });

  it('follows changes', async () => {
    const contract = scene.aContract({ title: 'Quartzo verde' });
    const [code] = await scene.file(contract);
    await scene.change(contract.id, { title: 'Quartzo rosa' });
    expect([await scene.found('title', 'quartzo verde'), await scene.found('title', 'rosa quartzo')]).toEqual([[], [code]]);
    await scene.change(contract.id, {}, { cleared: [scene.fields.title] });
    expect(await scene.found('title', 'quartzo')).toEqual([]);
    await scene.change(contract.id, { title: 'Turmalina' });
    expect(await scene.found('title', 'turmalina')).toEqual([code]);
  });

  it('follows links to rows of lists, and corrections of rows', async () => {
    const [row, other] = [await scene.addSupplier({ name: 'Topázio' }), await scene.addSupplier({ name: 'Opala' })];
    const contracts = [scene.aContract({ title: 'Primeiro' }, row.code), scene.aContract({}, row.code)] as const;
    const [one, two] = await scene.file(...contracts);
    expect(await scene.found('name', 'topazio')).toEqual([two, one]);
    await scene.correct(row.id, { name: 'Safira azul', city: 'Cristalina' });
    expect([await scene.found('name', 'topazio'), await scene.found('city', 'crist')]).toEqual([[], [two, one]]);
    await scene.change(contracts[1].id, {}, { rows: new Map([[DEMO.suppliers, other.code]]) });
    expect([await scene.found('name', 'safira'), await scene.found('name', 'opala')]).toEqual([[one], [two]]);
    await scene.correct(row.id, {}, 'city');
    await scene.change(contracts[1].id, {}, { unlinked: [DEMO.suppliers] });
    expect([await scene.found('city', 'cristalina'), await scene.found('name', 'opala')]).toEqual([[], []]);
    expect(await scene.found('title', 'primeiro')).toEqual([one]);
  });

  it('keeps those of deleted documents for whoever asks for these', async () => {
    const contract = scene.aContract({ title: 'Berilo' });
    const [code, kept] = await scene.file(contract, scene.aContract({ title: 'Berilo' }));
    await scene.remove(contract.id);
    expect([await scene.found('title', 'berilo'), await scene.found('title', 'berilo', { isDeleted: true })]).toEqual([[kept], [code]]);
  });

  it('has restored documents', async () => {
    const structure = scene.scope.client.structure;
    const { id: fieldId } = structure.level(DEMO.contracts)!.customField('Título')!.field;
    await new TypeOrmClientRecords(archive.sql, archive.unitOfWork).addDocument(scene.scope.clientId, {
      ...{ id: newId(), code: 900_000, unitId: DEMO.unit, levelId: DEMO.contracts, status: 'electronic', boxId: null, dueDay: null },
      ...{ createdAt: new Date(), createdBy: userId('demo'), changedAt: null, deletedAt: null, externalKey: null, version: 1 },
      ...{ values: [{ fieldId, text: 'Restaurado', key: 'restaurado' }], rows: [], files: [] },
    });
    expect(await scene.found('title', 'restaurado')).toEqual([900_000]);
  });

  it('is of what was committed, at once', async () => {
    const contract = scene.aContract({ title: 'Jade' });
    const undone = archive.unitOfWork.run(async () => {
      await archive.documents.addAll([{ scope: scene.scope, document: contract }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await scene.found('title', 'jade')).toEqual([]);
    const stored = scene.aContract({ title: 'Jade' });
    const [code] = await scene.file(stored);
    const change = {
      values: [{ fieldCode: scene.fields.title, text: 'Marfim', key: 'marfim' }],
      cleared: [],
      rows: new Map(),
      unlinked: [],
    };
    const unchanged = archive.unitOfWork.run(async () => {
      const document = await archive.documents.hold(scene.scope, stored.id);
      await archive.documents.change(scene.scope, document!, { ...change, dueDay: null });
      throw new Error('undone');
    });
    await expect(unchanged).rejects.toThrow('undone');
    expect([await scene.found('title', 'jade'), await scene.found('title', 'marfim')]).toEqual([[code], []]);
  });

  it('answers newest first, within the scope, levels and limit', async () => {
    const codes = await scene.file(...Array.from({ length: 5 }, () => scene.aContract({ title: 'Ônix' })));
    const [one, two, three, four, five] = codes as [number, number, number, number, number];
    const within = [scene.fields.title];
    const words = [{ word: 'onix', isBeginning: false }];
    const ask = (options: WordOptions, scope = scene.scope) => archive.textIndex.match(scope, { within, words }, options);
    expect(await ask({ limit: 3 })).toEqual({ codes: [five, four, three], more: true });
    expect(await ask({ limit: 3, before: three })).toEqual({ codes: [two, one], more: false });
    expect(await ask({ limit: 1, among: [two, four] })).toEqual({ codes: [four], more: true });
    expect(await ask({ limit: 1, among: [] })).toEqual({ codes: [], more: false });
    const { structure } = scene.scope.client;
    const [contracts, invoices] = [structure.node(DEMO.contracts)!.code, structure.node(DEMO.invoices)!.code];
    expect(await ask({ limit: 2, nodeCodes: [contracts] })).toEqual({ codes: [five, four], more: true });
    expect(await ask({ limit: 2, nodeCodes: [invoices] })).toEqual({ codes: [], more: false });
    const reach = { structure, parts: [{ unitIds: 'all' as const, nodeCodes: [invoices] }] };
    expect(await ask({ limit: 2 }, Scope.grant(scene.scope.actor, scene.scope.permission, [reach]))).toEqual({ codes: [], more: false });
    expect(await ask({ limit: 2 }, await scopeOf(archive, 'outro'))).toEqual({ codes: [], more: false });
  });

  it('takes the fields of very many levels', async () => {
    const [code] = await scene.file(scene.aContract({ title: 'Citrino amarelo' }));
    const words = wordsOf('citr amar').map((word) => ({ word, isBeginning: true }));
    const within = [...Array.from({ length: 500 }, (_, index) => 100_000 + index), scene.fields.title];
    expect(await archive.textIndex.match(scene.scope, { within, words }, { limit: 9 })).toEqual({ codes: [code], more: false });
  });

  it('finds every word on this server', async () => {
    expect(await archive.textIndex.health()).toBeNull();
  });
});

function ofFiles(archive: Archive): void {
  let scene: WordScene;
  beforeAll(async () => (scene = settling(archive, await wordScene(archive))));

  const put = (code: number, text: string, clientId = scene.scope.clientId) =>
    archive.textIndex.put(clientId, [{ code, words: wordsOf(text) }]);

  it('finds whole words and beginnings, until they are replaced or removed', async () => {
    const codes = await scene.file(scene.aContract({}), scene.aContract({}));
    const [one, two] = codes as [number, number];
    await put(one, 'Rescisão antecipada, multas contratuais');
    await put(two, 'Multa por rescisão');
    expect([await scene.inFiles('rescisao'), await scene.inFiles('multa'), await scene.inFiles('multa* rescisao')]).toEqual([
      [two, one],
      [two],
      [two, one],
    ]);
    expect([
      await scene.inFiles('rescisao -contrat*'),
      await scene.inFiles('rescisao -multa -multas'),
      await scene.inFiles('-x por'),
    ]).toEqual([[two], [], [two]]);
    await put(two, 'Aditivo');
    expect([await scene.inFiles('rescisao'), await scene.inFiles('aditivo')]).toEqual([[one], [two]]);
    await archive.textIndex.remove(scene.scope.clientId, [one, two]);
    expect([await scene.inFiles('rescisao'), await scene.inFiles('aditivo')]).toEqual([[], []]);
  });

  it('puts them in the transaction of the caller', async () => {
    const [code] = (await scene.file(scene.aContract({}))) as [number];
    await put(code, 'Vigente');
    const undone = archive.unitOfWork.run(async () => {
      await put(code, 'Desfeito');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect([await scene.inFiles('desfeito'), await scene.inFiles('vigente')]).toEqual([[], [code]]);
  });

  it('never finds those of another client or of a deleted document', async () => {
    const others = await scopeOf(archive, 'outro');
    const contract = scene.aContract({});
    const [code] = (await scene.file(contract)) as [number];
    const theirs = aDocument(others, { nodeId: DEMO.otherLevel });
    const [their] = (await archive.unitOfWork.run(() => archive.documents.addAll([{ scope: others, document: theirs }]))) as [number];
    await put(code, 'Segredo');
    await put(their, 'Segredo', DEMO.otherClient);
    expect([await scene.inFiles('segredo'), await scene.inFiles('segredo', {}, others)]).toEqual([[code], [their]]);
    const both = await scopeOf(archive, 'demo', 'outro');
    expect(await scene.inFiles('segredo', {}, both)).toEqual([their, code]);
    // Put under the wrong client it is found by nobody.
    await archive.textIndex.remove(scene.scope.clientId, [code]);
    await put(code, 'Engano', DEMO.otherClient);
    expect([await scene.inFiles('engano'), await scene.inFiles('engano', {}, others)]).toEqual([[], []]);
    await archive.textIndex.remove(DEMO.otherClient, [code]);
    await put(code, 'Segredo');
    await scene.remove(contract.id);
    expect([await scene.inFiles('segredo'), await scene.inFiles('segredo', { isDeleted: true })]).toEqual([[], [code]]);
  });
}

/** Looks when all that was put can be found. */
function settling(archive: Archive, scene: WordScene): WordScene {
  const inFiles: WordScene['inFiles'] = async (...asked) => {
    await archive.textIndex.settle();
    return scene.inFiles(...asked);
  };
  return { ...scene, inFiles };
}

describeContract('TextIndex of files', ofFiles);
describeOnOpenSearch('TextIndex of files', (archive, on) => {
  ofFiles(archive);
  ofOpenSearch(archive, on);
});
