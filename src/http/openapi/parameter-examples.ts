import type { OpenAPIObject } from '@nestjs/swagger';
import { stableId } from '#application/support/stable-id';
import { operationsOf } from './document';

const CLIENT = 'Empresa Exemplo';
const WORKFLOW = [CLIENT, 'Aprovação de Contrato'] as const;

/** By folded name. Ids of the demo archive where names alone determine them; other ids are placeholders for earlier answers. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  idunidade: stableId('unit', 'Unidade Central'),
  idcliente: stableId('client', CLIENT),
  idarvoreorganizacional: stableId('level', CLIENT, 'Financeiro', 'Notas Fiscais'),
  iddocumento: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d01',
  idimagem: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d02',
  idarquivo: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d02',
  idlista: stableId('list', CLIENT, 'Fornecedores'),
  idlinhalista: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d03',
  idwebhook: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d09',
  billid: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d04',
  idusuario: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d05',
  idusuarioindexador: stableId('user', 'demo'),
  idcaixatipo: stableId('box-type', 'Caixa Arquivo'),
  idworkflow: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d06',
  idworkflowetapaexecucao: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d07',
  idconfworkflow: stableId('workflow', ...WORKFLOW),
  idtarefa: stableId('workflow-task', ...WORKFLOW, 'Revisão'),
  idsessao: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d0b',
  idconta: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d0c',
  idchave: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d0d',
  idobjeto: '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d01',
  token: 'ExemploDeLinkDoAcervo',
  codigo: '01JD8Z5Q7M3N4P6R8S9T0V1W2X',
  documento: 106609146,
  chaveexterna: 'ERP-2026-000123',
  cnpjunidade: '11.222.333/0001-81',
  iddocumentostatus: 6,
  pagina: 1,
  tamanhopagina: 50,
  buscarqtdpaginas: true,
  buscarqtdpaginasdocumento: true,
  removerespacos: true,
  simular: false,
  remover: false,
  seexistir: 'retornar',
  status: 1,
  cursor: 1042,
  tipo: ['documento.*', 'arquivo.incluido'],
  'if-match': '"019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d01-1"',
  valorescampos: ['{"Label":"Número","ValorCampo":"1024"}', '{"Label":"Data de Emissão","ValorCampo":"15/08/2024"}'],
  'valorescampos[0].label': 'Número',
  'valorescampos[0].valorcampo': '1024',
  'valorescampos[0].nomelista': 'Fornecedores',
  parametros: ['{"IdParam":"019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d08","Valor":"01/11/2026"}'],
  'parametros[0].idparam': '019aa7c2-5f0e-7a53-9a4b-3c1f6f0b2d08',
  'parametros[0].valor': '01/11/2026',
};

/** Gives every parameter an example, unless its operation has one. A test fails for a parameter without example. */
export function withParameterExamples(document: OpenAPIObject): void {
  for (const parameter of operationsOf(document).flatMap(({ parameters = [] }) => parameters)) {
    const { example, ...schema } = (parameter.schema ?? {}) as { type?: string; example?: unknown };
    const known = example ?? EXAMPLES[parameter.name.toLowerCase()];
    parameter.schema = schema;
    parameter.example ??= schema.type === 'array' && known !== undefined && !Array.isArray(known) ? [known] : known;
  }
}
