import { newId } from '#application/support/ids';
import { stableId } from '#application/support/stable-id';
import type { ClientStructure } from '#domain/trees/client-structure';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { DEMO, fieldCode, levelOf, listOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

/** How a client's archive is organised, as it was installed. */
describeContract('Structures', (archive) => {
  let structure: ClientStructure;
  beforeAll(async () => {
    structure = (await archive.structures.load(DEMO.client, 1))!;
  });

  it('returns the client and its units', async () => {
    expect([structure.clientId, structure.clientName]).toEqual([DEMO.client, DEMO_CLIENT]);
    expect(structure.units).toEqual([{ id: DEMO.unit, name: 'Unidade Central', cnpj: '11222333000181' }]);
    expect((await archive.structures.load(DEMO.otherClient, 1))?.clientName).toBe('Outra Empresa');
  });

  it('returns the levels with their paths, of one client only', () => {
    expect(structure.nodes.map(({ path }) => path).sort()).toEqual([
      'Financeiro',
      'Financeiro > Contratos',
      'Financeiro > Notas Fiscais',
      'Recursos Humanos',
      'Recursos Humanos > Prontuários',
    ]);
    expect(structure.node(DEMO.otherLevel)).toBeUndefined();
    const finance = levelOf(structure, DEMO.finance).node.code;
    expect(structure.node(DEMO.invoices)?.parentCode).toBe(finance);
    expect(structure.subtree(finance).sort()).toEqual(
      [finance, ...[DEMO.invoices, DEMO.contracts].map((id) => structure.node(id)!.code)].sort(),
    );
  });

  it('returns the indexers of each level in order', () => {
    const indexersOf = (nodeId: string) =>
      levelOf(structure, nodeId).indexers.map(
        ({ list, field, mandatory }) => `${list ? `${list.name}/` : ''}${field.label}${mandatory ? '!' : ''}`,
      );
    expect(indexersOf(DEMO.invoices)).toEqual(['Número!', 'Data de Emissão!', 'CPF/CNPJ Fornecedor', 'Valor Total', 'Observação']);
    const lists = ['Fornecedores/CNPJ', 'Fornecedores/Razão Social', 'Fornecedores/Cidade', 'Clientes Finais/CPF', 'Clientes Finais/Nome'];
    expect(indexersOf(DEMO.contracts)).toEqual(['Título!', 'Vigência', 'Situação', ...lists]);
    expect(indexersOf(DEMO.finance)).toEqual([]);
  });

  it('returns the rules of fields', () => {
    expect(levelOf(structure, DEMO.contracts).customField('situacao')?.field).toEqual({
      code: expect.any(Number),
      id: stableId('field', DEMO_CLIENT, 'Financeiro', 'Contratos', 'Situação'),
      label: 'Situação',
      type: 'options',
      min: null,
      max: null,
      pattern: null,
      mask: null,
      options: ['Vigente', 'Encerrado'],
      parentCode: null,
      parentOperator: null,
    });
    const referenceFieldCode = fieldCode(structure, DEMO.invoices, 'Data de Emissão');
    expect(levelOf(structure, DEMO.invoices).retention).toEqual({ referenceFieldCode, months: 60 });
    expect(levelOf(structure, DEMO.contracts).retention).toBeNull();
  });

  it('returns the rules of lists', () => {
    const flags = (listId: string) => {
      const { kind, allowsInclusion, parentListId, fields } = listOf(structure, listId);
      return [kind, allowsInclusion, parentListId, fields.map((it) => [it.label, it.type, it.max, it.isKey, it.isImportMandatory])];
    };
    expect(flags(DEMO.suppliers)).toEqual([
      'autocomplete',
      false,
      null,
      [
        ['CNPJ', 'cnpj', null, true, true],
        ['Razão Social', 'text', 250, false, true],
        ['Cidade', 'text', 100, false, false],
      ],
    ]);
    expect(flags(DEMO.customers).slice(0, 2)).toEqual(['consolidation', true]);
    expect(flags(DEMO.staff).slice(0, 2)).toEqual(['consolidation', false]);
    expect(structure.lists).toHaveLength(3);
  });

  it('returns null for an unknown client', async () => {
    expect(await archive.structures.load(newId(), 1)).toBeNull();
  });

  it('gives the same result to concurrent calls', async () => {
    const all = await atOnce(20, (index) => archive.structures.load(DEMO.client, 1 + (index % 3)));
    for (const each of all) expect(each?.nodes).toEqual(structure.nodes);
  });
});
