import { IDS } from './support/api';
import { create, createdBy, expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { SAMPLE_NOTE } from './support/shown-files';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describeService('tax documents as pages', {}, ({ demo: api, other, finance }) => {
  const path = (file: string) => `/api/Arquivo/${file}/Cliente/${IDS.client}/nota`;
  const noteOf = async (content: string | Buffer, extension = 'xml') => {
    const { files } = createdBy(await create(api, 'V3', { files: [{ name: 'Nota', extension, content }] }));
    return path(files[0]!.id);
  };
  const CTE =
    '<cteProc xmlns="http://www.portalfiscal.inf.br/cte"><c:CTe xmlns:c="http://www.portalfiscal.inf.br/cte"><c:infCte Id="CTe43">' +
    '<ide><nCT>77</nCT><modal>01</modal></ide><rem><xNome>Remete &amp; Cia</xNome></rem><vPrest><vTPrest>1250.50</vTPrest></vPrest>' +
    '<infCTeNorm><infDoc><infNFe><chave>31260847960950000121550010000034191000034190</chave></infNFe></infDoc></infCTeNorm></c:infCte></c:CTe></cteProc>';
  const INVOICE = '31260847960950000121550010000034191000034190';
  const MDFE =
    `<mdfeProc><MDFe><infMDFe Id="MDFe${INVOICE}"><ide><nMDF>9</nMDF></ide><infDoc><infMunDescarga><infNFe><chNFe>${INVOICE}</chNFe></infNFe>` +
    '</infMunDescarga></infDoc><tot><cUnid>01</cUnid></tot></infMDFe></MDFe><protMDFe><infProt><xMotivo>Autorizado</xMotivo></infProt></protMDFe></mdfeProc>';
  const NFSE =
    `<NFSe><infNFSe Id="NFS${'1'.repeat(50)}"><nNFSe>12</nNFSe><DPS><infDPS><dCompet>2026-11-02</dCompet><serv><cServ>` +
    '<xDescServ>Consultoria</xDescServ></cServ></serv><valores><vServPrest><vServ>1000.00</vServ></vServPrest></valores></infDPS></DPS></infNFSe></NFSe>';
  const MUNICIPAL =
    '<CompNfse><Nfse><InfNfse Id="nfse33"><Numero>33</Numero><CodigoVerificacao>ABC-1</CodigoVerificacao><DeclaracaoPrestacaoServico>' +
    '<InfDeclaracaoPrestacaoServico><Servico><Discriminacao>Limpeza</Discriminacao></Servico><Prestador><CpfCnpj><Cnpj>47960950000121</Cnpj></CpfCnpj>' +
    '</Prestador></InfDeclaracaoPrestacaoServico></DeclaracaoPrestacaoServico></InfNfse></Nfse></CompNfse>';
  const EVENT =
    `<procEventoNFe><evento><infEvento Id="ID110111${INVOICE}01"><nSeqEvento>1</nSeqEvento><detEvento><descEvento>Cancelamento</descEvento>` +
    '<xJust>Erro de preço</xJust></detEvento></infEvento></evento><retEvento><infEvento><xMotivo>Evento registrado</xMotivo></infEvento></retEvento></procEventoNFe>';
  const noteFrom = async (content: string | Buffer, extension = 'xml', by = api) => by.get(await noteOf(content, extension));

  it('show what people look for, escaped, with nothing that runs or is fetched', async () => {
    const { status, headers, text: page } = await noteFrom(SAMPLE_NOTE, 'xml', finance);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'private, no-cache',
    ]);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';.*; sandbox$/);
    for (const shown of [
      '<h1>Nota fiscal eletrônica 3419</h1>',
      '3126 0847 9609 5000 0121 5500 1000 0034 1910 0003 4190',
      '31/08/2026 10:00:00',
      'Mercado Boa Vista',
      '47.960.950/0001-21',
      'Impressão de folders',
      '<td class="number">268,41</td>',
      '<dt>Protocolo de autorização</dt><dd>131260000000001</dd>',
      '&lt;script&gt;document.title=&#39;ran&#39;&lt;/script&gt;',
    ])
      expect(page).toContain(shown);
    expect(page).not.toMatch(/<script|<img|<link|src=|href=|http/);
    const cte = (await noteFrom(CTE)).text;
    for (const shown of ['eletrônico 77', '01 – Rodoviário', 'Remete &amp; Cia', '1.250,50', '3126 0847 9609 5000'])
      expect(cte).toContain(shown);
    for (const [content, ...parts] of [
      [MDFE, 'Manifesto eletrônico de documentos fiscais 9', '3126 0847', '01 – kg', 'Autorizado'],
      [NFSE, 'Nota fiscal de serviço eletrônica 12', 'Consultoria', '1.000,00', '02/11/2026'],
      [MUNICIPAL, 'Nota fiscal de serviço eletrônica 33', 'Limpeza', '47.960.950/0001-21', 'ABC-1'],
      [EVENT, 'Evento de documento fiscal eletrônico 1', 'Cancelamento', '3126 0847 9609', 'Erro de preço', 'Evento registrado'],
    ]) {
      const { status: said, text: shown } = await noteFrom(content as string);
      expect([said, parts.filter((part) => !shown.includes(part))]).toEqual([200, []]);
    }
    const long = (await noteFrom(`<NFe><infNFe>${'<det><prod><xProd>x</xProd></prod></det>'.repeat(20_000)}</infNFe></NFe>`)).text;
    expect([long.match(/<tr>/g)?.length, long.includes('primeiras 2.000 de 20.000 linhas')]).toEqual([2001, true]);
  });

  it.each<[string, string | Buffer, number, string]>([
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><NFe><infNFe>&b;</infNFe></NFe>', 422, 'NOTA_ILEGIVEL'],
    ['too many levels', `<NFe><infNFe>${'<a>'.repeat(1000)}`, 422, 'NOTA_ILEGIVEL'],
    ['no end', `${SAMPLE_NOTE.slice(0, -10)}`, 422, 'NOTA_ILEGIVEL'],
    ['too many values', `<NFe><infNFe>${'<det><prod><xProd>x</xProd></prod></det>'.repeat(60_000)}</infNFe></NFe>`, 422, 'NOTA_ILEGIVEL'],
    ['long names', `<NFe><infNFe><${'a'.repeat(1000)}/></infNFe></NFe>`, 422, 'NOTA_ILEGIVEL'],
    ['too many bytes', `<NFe><infNFe>${' '.repeat(10 * 1024 ** 2)}</infNFe></NFe>`, 422, 'NOTA_ILEGIVEL'],
    ['an attribute twice', '<NFe><infNFe Id="1" Id="2"/></NFe>', 422, 'NOTA_ILEGIVEL'],
    ['attributes named as methods', '<NFe hasOwnProperty="1" b="2"><infNFe toString="x"/><infNFe/></NFe><x', 422, 'NOTA_ILEGIVEL'],
    ['another kind of XML', '<lote><nota>1</nota></lote>', 404, 'NAO_E_NOTA'],
  ])('are refused for XML with %s', async (_, content, status, codigo) => {
    expect(expectRefusal(await noteFrom(content), status).codigo).toBe(codigo);
  });

  it('are none of other files, and of none that may not be seen', async () => {
    expect(expectRefusal(await noteFrom('Nota', 'txt'), 404).codigo).toBe('NAO_E_NOTA');
    expect(expectRefusal(await api.get(path(NOBODY)), 404).codigo).toBe('ARQUIVO_NAO_ENCONTRADO');
    expect((await other.get(await noteOf(SAMPLE_NOTE))).status).toBe(401);
  });
});
