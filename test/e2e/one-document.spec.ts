import { createHash } from 'node:crypto';
import { IDS, invoiceValues, place } from './support/api';
import { create, createdBy, expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { filed, filedElsewhere, NOBODY, sharesPath, texts } from './support/reading';
import { bytesOf, filedPdfs, sign } from './support/signing';

const pathOf = (id: string, client = IDS.client) => `/api/Documento/${id}/cliente/${client}`;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/;

describeService('one document', ({ demo, finance, reader, other }) => {
  it('comes with its place, its fields in their order, and its files without bytes', async () => {
    const values = invoiceValues('1301', [{ label: 'Valor Total', valorCampo: '1.234,56' }]);
    const { id, code, files } = createdBy(await create(demo, 'V2', { values, box: 5001, files: texts('Um') }));
    const answer = await reader.get(pathOf(id));
    const { campos, ...document } = answer.json;
    expect([answer.status, document]).toEqual([
      200,
      {
        idDocumento: id,
        codigoDocumento: code,
        idCliente: IDS.client,
        idUnidade: IDS.unit,
        idArvoreOrganizacional: IDS.invoices,
        caminho: 'Financeiro > Notas Fiscais',
        status: 'Armazenado',
        chaveExterna: null,
        codigoCaixa: 5001,
        codigoSubCaixa: null,
        tipoDeGuarda: 'Guarda Interna',
        vencimentoTTD: '15/08/2029',
        dataCadastro: expect.stringMatching(MOMENT),
        dataAlteracao: null,
        usuarioCadastro: { idUsuario: expect.any(String), nome: 'Usuário de Demonstração' },
        arquivos: [
          {
            idArquivo: files[0]!.id,
            nomeAmigavel: 'Um',
            extensao: 'txt',
            contentType: expect.stringMatching(/^text\/plain/),
            versao: '1',
            tamanho: 2,
            sha256: createHash('sha256').update('Um').digest('hex'),
            dataInclusao: expect.stringMatching(MOMENT),
            assinado: false,
            compartilhado: false,
          },
        ],
      },
    ]);
    const { json } = await demo.get('/api/Documento/Get', { query: { IdCliente: IDS.client, Documento: code } });
    const pairs = json.Metadados[0].MetaDados as { Label: string; Valor: string }[];
    expect(campos.map(({ label, valor }: { label: string; valor: string }) => ({ Label: label, Valor: valor }))).toEqual(
      pairs.slice(2, 2 + campos.length),
    );
    expect(campos[0]).toEqual({
      idCampo: expect.any(String),
      label: 'Número',
      nomeLista: null,
      tipo: 'Numérico',
      obrigatorio: true,
      valor: '1301',
    });
  });

  it('names its version, for a change', async () => {
    const { id } = await filed(demo, { values: invoiceValues('1302') });
    const first = (await demo.get(pathOf(id))).headers.get('etag') as string;
    const change = (version: string) =>
      demo.call('PUT', '/api/Documento/Put', {
        query: { ...place(), idDocumento: id },
        body: [{ campo: 'Número', valor: '1303' }],
        headers: { 'if-match': version },
      });
    const changed = await change(first);
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, (await demo.get(pathOf(id))).headers.get('etag')]);
    expectRefusal(await change(first), 412);
    expect((await demo.get(pathOf(id))).json.dataAlteracao).toMatch(MOMENT);
  });

  it('tells which files are signed and which are shared', async () => {
    const { document, files } = await filedPdfs(demo);
    const [one] = files as [string, ...string[]];
    const marks = async () =>
      (await demo.get(pathOf(document))).json.arquivos.map(({ assinado, compartilhado }: Record<string, boolean>) => [
        assinado,
        compartilhado,
      ]);
    const none = files.map(() => [false, false]);
    expect(await marks()).toEqual(none);
    await demo.post(sharesPath(document), { body: { idImagem: [one] } });
    expect(await marks()).toEqual([[false, true], ...none.slice(1)]);
    await sign(demo, [one]);
    expect((await marks())[0][0]).toBe(true);
    expect((await demo.get(pathOf(document))).json.arquivos[0].tamanho).toBe((await bytesOf(demo, one)).length);
  });

  it('is absent when it is deleted, unknown, elsewhere or out of reach', async () => {
    const gone = await filed(demo, { values: invoiceValues('1304') });
    expect((await demo.delete('/api/Documento/Delete', { query: { ...place(), idDocumento: gone.id } })).status).toBe(200);
    const foreign = await filedElsewhere(other);
    for (const id of [gone.id, NOBODY, foreign.id])
      expect(expectRefusal(await demo.get(pathOf(id)), 404).codigo).toBe('DOCUMENTO_NAO_ENCONTRADO');
    expectRefusal(await demo.get(pathOf(foreign.id, IDS.otherClient)), 401);
    const staff = createdBy(
      await create(
        demo,
        'V2',
        {
          values: [
            { label: 'Tipo', valorCampo: 'Ficha' },
            { nomeLista: 'Funcionários', label: 'Matrícula', valorCampo: '1002' },
          ],
        },
        IDS.records,
      ),
    );
    expect((await demo.get(pathOf(staff.id))).status).toBe(200);
    expectRefusal(await finance.get(pathOf(staff.id)), 404);
  });
});
