import { asIs, AUTHORISATION, choice, decimal, fours, modal, moment, party, taxId, type Cell, type Layout } from './note-cells';

const emitter = choice({ '1': 'Prestador de serviço de transporte', '2': 'Carga própria', '3': 'Prestador, com CT-e globalizado' });
const unit = choice({ '01': 'kg', '02': 't' });

export const MDFE: Layout = {
  title: 'Manifesto eletrônico de documentos fiscais',
  number: 'ide/nMDF',
  sections: [
    [
      'Manifesto',
      [
        ['Modelo', 'ide/mod'],
        ['Série', 'ide/serie'],
        ['Emissão', 'ide/dhEmi', moment],
        ['Início da viagem', 'ide/dhIniViagem', moment],
        ['Tipo de emitente', 'ide/tpEmit', emitter, 'wide'],
        ['Modal', 'ide/modal', modal],
        ['UF do início', 'ide/UFIni'],
        ['UF do término', 'ide/UFFim'],
        ['Carregamento', 'ide/infMunCarrega/xMunCarrega'],
        ['Descarregamento', 'infDoc/infMunDescarga/xMunDescarga'],
        ...AUTHORISATION,
      ],
    ],
    ['Emitente', party('emit', 'enderEmit')],
    [
      'Transporte',
      [
        ['RNTRC', 'infModal/rodo/infANTT/RNTRC'],
        ['Placa', 'infModal/rodo/veicTracao/placa'],
        ['Condutor', 'infModal/rodo/veicTracao/condutor/xNome', asIs, 'wide'],
        ['CPF do condutor', 'infModal/rodo/veicTracao/condutor/CPF', taxId],
      ],
    ],
  ],
  tables: [
    ['Notas transportadas', 'infDoc/infMunDescarga/infNFe', [['Chave de acesso', 'chNFe', fours]]],
    ['Conhecimentos', 'infDoc/infMunDescarga/infCTe', [['Chave de acesso', 'chCTe', fours]]],
  ],
  closing: [
    [
      'Totais',
      [
        ['Notas', 'tot/qNFe'],
        ['Conhecimentos', 'tot/qCTe'],
        ['Valor da carga', 'tot/vCarga', decimal],
        ['Unidade', 'tot/cUnid', unit],
        ['Peso', 'tot/qCarga', decimal],
      ],
    ],
    [
      'Informações adicionais',
      [
        ['Do interesse do contribuinte', 'infAdic/infCpl', asIs, 'all'],
        ['Do interesse do fisco', 'infAdic/infAdFisco', asIs, 'all'],
      ],
    ],
  ],
};

const nationalParty = (path: string, address: string): Cell[] => [
  ['Nome ou razão social', `${path}/xNome`, asIs, 'wide'],
  ['CNPJ', `${path}/CNPJ`, taxId],
  ['CPF', `${path}/CPF`, taxId],
  ['NIF', `${path}/NIF`],
  ['Inscrição municipal', `${path}/IM`],
  ['Logradouro', `${path}/${address}/xLgr`, asIs, 'wide'],
  ['Número', `${path}/${address}/nro`],
  ['Bairro', `${path}/${address}/xBairro`],
  ['CEP', `${path}/${address}/CEP`],
  ['CEP', `${path}/${address}/endNac/CEP`],
  ['UF', `${path}/${address}/UF`],
  ['Telefone', `${path}/fone`],
  ['E-mail', `${path}/email`],
];
const DPS = 'DPS/infDPS';

/** Of the national standard. */
export const NFSE: Layout = {
  title: 'Nota fiscal de serviço eletrônica',
  number: 'nNFSe',
  sections: [
    [
      'Nota',
      [
        ['Emissão', 'dhProc', moment],
        ['Competência', `${DPS}/dCompet`, moment],
        ['Série da DPS', `${DPS}/serie`],
        ['Número da DPS', `${DPS}/nDPS`],
        ['Município emissor', 'xLocEmi'],
        ['Município da prestação', 'xLocPrestacao'],
      ],
    ],
    ['Prestador', nationalParty('emit', 'enderNac')],
    ['Tomador', nationalParty(`${DPS}/toma`, 'end')],
    [
      'Serviço',
      [
        ['Código de tributação', `${DPS}/serv/cServ/cTribNac`],
        ['Tributação', 'xTribNac', asIs, 'wide'],
        ['Descrição', `${DPS}/serv/cServ/xDescServ`, asIs, 'all'],
      ],
    ],
  ],
  tables: [],
  closing: [
    [
      'Valores',
      [
        ['Valor do serviço', `${DPS}/valores/vServPrest/vServ`, decimal],
        ['Base de cálculo', 'valores/vBC', decimal],
        ['Alíquota', 'valores/pAliqAplic', decimal],
        ['ISSQN', 'valores/vISSQN', decimal],
        ['Retenções', 'valores/vTotalRet', decimal],
        ['Valor líquido', 'valores/vLiq', decimal],
      ],
    ],
    ['Informações adicionais', [['Outras informações', 'xOutInf', asIs, 'all']]],
  ],
};

/** Versions 1 and 2 of the standard of municipalities say the same in other places. */
const either = (label: string, paths: string[], format = asIs, width?: 'wide' | 'all'): Cell[] =>
  paths.map((path) => [label, path, format, width]);
const DECLARED = 'DeclaracaoPrestacaoServico/InfDeclaracaoPrestacaoServico';
const serviceParty = (paths: string[], identities: string[]): Cell[] => [
  ...either('Nome ou razão social', paths.map((path) => `${path}/RazaoSocial`), asIs, 'wide'), // prettier-ignore
  ...either('CNPJ', identities.flatMap((path) => [`${path}/CpfCnpj/Cnpj`, `${path}/Cnpj`]), taxId), // prettier-ignore
  ...either('CPF', identities.map((path) => `${path}/CpfCnpj/Cpf`), taxId), // prettier-ignore
  ...either('Inscrição municipal', identities.map((path) => `${path}/InscricaoMunicipal`)), // prettier-ignore
  ...either('Logradouro', paths.map((path) => `${path}/Endereco/Endereco`), asIs, 'wide'), // prettier-ignore
  ...either('Número', paths.map((path) => `${path}/Endereco/Numero`)), // prettier-ignore
  ...either('Bairro', paths.map((path) => `${path}/Endereco/Bairro`)), // prettier-ignore
  ...either('UF', paths.map((path) => `${path}/Endereco/Uf`)), // prettier-ignore
];
const services = ['Servico', `${DECLARED}/Servico`];
const takers = ['TomadorServico', `${DECLARED}/Tomador`, `${DECLARED}/TomadorServico`];

/** Of the standard of municipalities (ABRASF). */
export const MUNICIPAL: Layout = {
  title: 'Nota fiscal de serviço eletrônica',
  number: 'Numero',
  sections: [
    [
      'Nota',
      [
        ['Código de verificação', 'CodigoVerificacao'],
        ['Emissão', 'DataEmissao', moment],
        ...either('Competência', ['Competencia', `${DECLARED}/Competencia`], moment),
      ],
    ],
    ['Prestador', serviceParty(['PrestadorServico'], ['PrestadorServico/IdentificacaoPrestador', `${DECLARED}/Prestador`])],
    ['Tomador', serviceParty(takers, takers.map((path) => `${path}/IdentificacaoTomador`))], // prettier-ignore
    [
      'Serviço',
      [
        ...either('Item da lista', services.map((path) => `${path}/ItemListaServico`)), // prettier-ignore
        ...either('Descrição', services.map((path) => `${path}/Discriminacao`), asIs, 'all'), // prettier-ignore
      ],
    ],
  ],
  tables: [],
  closing: [
    [
      'Valores',
      [
        ...either('Valor dos serviços', services.map((path) => `${path}/Valores/ValorServicos`), decimal), // prettier-ignore
        ...either('Base de cálculo', ['ValoresNfse/BaseCalculo', 'Servico/Valores/BaseCalculo'], decimal),
        ...either('Alíquota', ['ValoresNfse/Aliquota', 'Servico/Valores/Aliquota'], decimal),
        ...either('ISS', ['ValoresNfse/ValorIss', 'Servico/Valores/ValorIss'], decimal),
        ...either('Valor líquido', ['ValoresNfse/ValorLiquidoNfse', 'Servico/Valores/ValorLiquidoNfse'], decimal),
      ],
    ],
    ['Informações adicionais', [['Outras informações', 'OutrasInformacoes', asIs, 'all']]],
  ],
};

/** Of documents for transport the event is a level deeper. */
const DETAILS = ['detEvento', 'detEvento/evCancCTe', 'detEvento/evCCeCTe', 'detEvento/evCancMDFe', 'detEvento/evEncMDFe'];
const detail = (label: string, name: string, format = asIs, width?: 'wide' | 'all') =>
  either(label, DETAILS.map((path) => `${path}/${name}`), format, width); // prettier-ignore

export const EVENT: Layout = {
  title: 'Evento de documento fiscal eletrônico',
  number: 'nSeqEvento',
  sections: [
    [
      'Evento',
      [
        ...detail('Evento', 'descEvento', asIs, 'wide'),
        ['Tipo', 'tpEvento'],
        ['Data', 'dhEvento', moment],
        ['CNPJ', 'CNPJ', taxId],
        ['CPF', 'CPF', taxId],
        ...detail('Protocolo do documento', 'nProt'),
        ...detail('Justificativa', 'xJust', asIs, 'all'),
        ...detail('Correção', 'xCorrecao', asIs, 'all'),
        ...detail('Encerramento', 'dtEnc', moment),
      ],
    ],
    [
      'Registro',
      [
        ['Protocolo', 'infEvento/nProt'],
        ['Registrado em', 'infEvento/dhRegEvento', moment],
        ['Situação', 'infEvento/xMotivo', asIs, 'wide'],
      ],
    ],
  ],
  tables: [
    [
      'Correções',
      'detEvento/evCCeCTe/infCorrecao',
      [
        ['Grupo', 'grupoAlterado'],
        ['Campo', 'campoAlterado'],
        ['Valor', 'valorAlterado'],
      ],
    ],
  ],
  closing: [],
};
