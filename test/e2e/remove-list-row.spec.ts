import { stableId } from '#application/support/stable-id';
import { DEMO_CLIENT } from '#src/demo/demo-archive';
import { IDS, place, type Answer, type Api } from './support/api';
import { eventsOf } from './support/audited';
import { create, createdBy, expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { NOBODY } from './support/reading';

const LIST = stableId('list', DEMO_CLIENT, 'Fornecedores');
const OTHER_LIST = stableId('list', DEMO_CLIENT, 'Funcionários');
const field = (label: string) => stableId('list-field', DEMO_CLIENT, 'Fornecedores', label);
const supplier = (label: string, valorCampo: string) => ({ nomeLista: 'Fornecedores', label, valorCampo });

describeService('deleting a row of a list', ({ service, demo, reader, finance, other }) => {
  const add = async (cnpj: string): Promise<string> => {
    const body = [
      { idCampo: field('CNPJ'), valorCampo: cnpj },
      { idCampo: field('Razão Social'), valorCampo: 'Fornecedor' },
    ];
    const { status, json } = await demo.post('/api/AdicionarItemLista/Post', { query: { idLista: LIST, idCliente: IDS.client }, body });
    expect([status, json]).toEqual([201, expect.anything()]);
    return /'(.*)'/.exec(json as string)![1]!;
  };
  const remove = (api: Api, row: string, list = LIST, client = IDS.client): Promise<Answer> =>
    api.delete(`/api/Lista/${list}/Cliente/${client}/LinhaLista/${row}`);
  const rows = () => service.database.query('SELECT * FROM list_row_value ORDER BY row_code, field_code');

  it('takes it away with its cells, with an event', async () => {
    const before = await rows();
    const row = await add('11.444.777/0001-61');
    const answer = await remove(demo, row);
    expect([answer.status, answer.json]).toEqual([200, 'Registro excluído com sucesso.']);
    expect(await rows()).toEqual(before);
    const { eventos } = await eventsOf(demo, { acao: 'lista.excluir', idObjeto: row });
    expect(eventos.map(({ objeto }) => objeto)).toEqual([{ listId: LIST, rowId: row }]);
    expectRefusal(await remove(demo, row), 404);
    // Its key is free again.
    await remove(demo, await add('11.444.777/0001-61'));
  });

  it('is refused while documents point at it, deleted ones too', async () => {
    const row = await add('33.000.167/0001-01');
    const values = [
      { label: 'Título', valorCampo: 'Contrato' },
      supplier('CNPJ', '33.000.167/0001-01'),
      supplier('Razão Social', 'Fornecedor'),
    ];
    const { id } = createdBy(await create(demo, 'V2', { values }, IDS.contracts));
    const before = await rows();
    const refused = async () => {
      expect(expectRefusal(await remove(demo, row), 422).codigo).toBe('LINHA_EM_USO');
      expect(await rows()).toEqual(before);
    };
    await refused();
    expect((await demo.delete('/api/Documento/Delete', { query: { ...place(IDS.contracts), idDocumento: id } })).status).toBe(200);
    await refused();
  });

  it('never leaves a document that points at nothing: created at the same time', async () => {
    for (let round = 0; round < 4; round++) {
      const row = await add('19.131.243/0001-97');
      const values = [
        { label: 'Título', valorCampo: 'Contrato' },
        supplier('CNPJ', '19.131.243/0001-97'),
        supplier('Razão Social', 'Fornecedor'),
      ];
      const [created, removed] = await Promise.all([create(demo, 'V2', { values }, IDS.contracts), remove(demo, row)]);
      expect([201, 503]).toContain(created.status);
      expect([200, 422, 503]).toContain(removed.status);
      const lost = await service.database.query(
        'SELECT l.document_code FROM document_list_row l LEFT JOIN list_row r ON r.code = l.row_code WHERE r.code IS NULL',
      );
      expect(lost).toEqual([]);
      if (created.status === 201) return;
    }
  });

  it('is for those who may change the list', async () => {
    const row = await add('45.997.418/0001-53');
    expectRefusal(await remove(reader, row), 401);
    expectRefusal(await remove(other, row), 401);
    expectRefusal(await remove(demo, row, OTHER_LIST), 404);
    expectRefusal(await remove(demo, row, NOBODY), 404);
    expectRefusal(await remove(demo, NOBODY), 404);
    expectRefusal(await remove(demo, row, LIST, IDS.otherClient), 401);
    expect((await remove(finance, row)).status).toBe(200);
  });
});
