import { describeService } from './support/describe-service';
import { activated, approval, attachment, complete, contract, fill, FLOW, formOf, MAIL, open, shown, value } from './support/flows';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{2}:\d{2}$/;

describeService('a flow of the demo archive', ({ demo }) => {
  it('runs from activation to its end, through review and signature', async () => {
    const code = await activated(demo, approval({ documentos: [contract()], arquivos: [attachment()], observacao: 'Pedido 4711' }));
    const [review] = await open(demo, code);
    expect(review).toMatchObject({ task: 'Revisão', usuario: 'Usuário de Demonstração', email: null });

    expect(
      (await fill(demo, review!.id, { codigoWorkflow: code, campos: [{ idLista: '', idCampo: FLOW.value, valor: '1.750,00' }] })).text,
    ).toBe('"OK"');
    const reviewed = await complete(demo, review!.id, { comentario: 'Valor corrigido.' });
    expect(reviewed.status).toBe(200);
    expect(reviewed.json).toMatchObject({ codigoWorkflow: code, status: 1, etapaAtual: [{ nomeTarefa: 'Assinatura' }] });

    const [signature] = await open(demo, code);
    expect(signature).toMatchObject({ task: 'Assinatura', usuario: null, email: MAIL });
    const signed = await complete(demo, signature!.id);
    expect(signed.json).toEqual({ idWorkflow: expect.any(String), codigoWorkflow: code, status: 2, etapaAtual: [] });

    expect(await shown(demo, code)).toMatchObject({
      status: 2,
      etapaAtual: [],
      anexosFluxo: [{ nomeArquivo: 'Ata', assinar: false }],
      documentosFluxo: [{ arquivosDocumento: [{ nomeArquivo: 'Contrato', compartilhado: true, assinar: true }] }],
      comentarios: [
        {
          nomeTarefa: 'Solicitação',
          usuario: 'Usuário de Demonstração',
          email: null,
          dataHora: expect.stringMatching(ISO),
          comentario: 'Aprovado.',
        },
        {
          nomeTarefa: 'Revisão',
          usuario: 'Usuário de Demonstração',
          email: null,
          dataHora: expect.stringMatching(ISO),
          comentario: 'Valor corrigido.',
        },
      ],
    });
    expect(await formOf(demo, code)).toEqual({ [FLOW.title]: 'Contrato de limpeza', [FLOW.value]: '1.750,00' });
  });

  it('follows the condition of its form', async () => {
    const code = await activated(demo, approval({}, [value(FLOW.title, 'Sem assinatura'), value(FLOW.waived, 'Sim')]));
    const [review] = await open(demo, code);
    expect((await complete(demo, review!.id)).json).toMatchObject({ status: 2, etapaAtual: [] });
  });
});
