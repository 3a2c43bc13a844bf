import type { Details, ErrorCode, FieldProblemCode } from '#domain/errors';

type Sentence = (details: Details) => string;
interface Wording {
  codigo: string;
  mensagem: Sentence;
}

const say = (codigo: string, mensagem: string | Sentence): Wording => ({
  codigo,
  mensagem: typeof mensagem === 'string' ? () => mensagem : mensagem,
});

const megabytes = (bytes: string | number | undefined) => `${Math.floor(Number(bytes) / (1024 * 1024))} MB`;

/** How each refusal is called and worded on the wire. */
export const ERRORS: Record<ErrorCode, Wording> = {
  INPUT_INVALID: say('ENTRADA_INVALIDA', 'A requisição não pôde ser interpretada: corrija os campos indicados em "erros".'),
  RULES_BROKEN: say('REGRA_VIOLADA', 'A requisição contradiz a configuração do acervo: corrija os campos indicados em "erros".'),
  JSON_INVALID: say('JSON_INVALIDO', (d) => `O corpo não é um JSON válido (byte ${d.position ?? 0}).`),
  BODY_REQUIRED: say('CORPO_OBRIGATORIO', 'Envie o corpo da requisição em JSON.'),
  BODY_TOO_LARGE: say('CORPO_GRANDE_DEMAIS', (d) => `O corpo passa do limite de ${megabytes(d.max)}.`),
  FILE_TOO_LARGE: say('ARQUIVO_GRANDE_DEMAIS', (d) => `Um arquivo passa do limite de ${megabytes(d.max)}.`),
  TOO_MANY_FILES: say('ARQUIVOS_DEMAIS', (d) => `Envie no máximo ${d.max ?? ''} arquivos por requisição.`),
  MEDIA_TYPE_UNSUPPORTED: say('TIPO_DE_MIDIA_NAO_SUPORTADO', 'Envie o corpo como application/json, em UTF-8 e sem compressão.'),
  ROUTE_NOT_FOUND: say('ROTA_NAO_ENCONTRADA', 'Esta rota não existe; consulte /docs.'),
  RANGE_NOT_SATISFIABLE: say('INTERVALO_INVALIDO', 'O intervalo pedido está fora do arquivo.'),
  CREDENTIALS_INVALID: say('CREDENCIAIS_INVALIDAS', 'Usuário ou senha inválidos.'),
  TOKEN_INVALID: say('TOKEN_INVALIDO', 'Token ausente, inválido ou expirado: faça login novamente.'),
  REFRESH_INVALID: say('REFRESH_TOKEN_INVALIDO', 'Token de renovação inválido ou já utilizado: faça login novamente.'),
  NOT_PERMITTED: say('SEM_PERMISSAO', 'O usuário não tem permissão para esta operação no cliente, na unidade ou no nível informado.'),
  DOCUMENT_UNKNOWN: say('DOCUMENTO_INEXISTENTE', 'O documento informado não existe.'),
  DOCUMENT_NOT_FOUND: say('DOCUMENTO_NAO_ENCONTRADO', 'O documento não foi encontrado.'),
  FILE_UNKNOWN: say('ARQUIVO_INEXISTENTE', 'Um dos arquivos informados não existe neste documento.'),
  FILE_NOT_FOUND: say('ARQUIVO_NAO_ENCONTRADO', 'O arquivo não foi encontrado.'),
  LINK_NOT_FOUND: say('LINK_NAO_ENCONTRADO', 'Este link não existe ou não está mais disponível.'),
  NOTHING_SHARED: say('ARQUIVO_NAO_COMPARTILHADO', 'Só é possível remover o compartilhamento de arquivos compartilhados.'),
  DEADLINE_PAST: say('PRAZO_NO_PASSADO', 'O prazo de compartilhamento já passou: informe uma data futura.'),
  NO_FILES: say('DOCUMENTO_SEM_ARQUIVOS', 'O documento não tem arquivos para compartilhar.'),
  BUSY: say('SERVICO_OCUPADO', 'O serviço está no limite: repita a chamada em instantes.'),
  UNAVAILABLE: say('SERVICO_INDISPONIVEL', 'O serviço está temporariamente indisponível: repita a chamada em instantes.'),
};

const TYPE_NAMES: Record<string, string> = {
  text: 'um texto',
  number: 'um número',
  money: 'um valor com vírgula decimal, como 1.234,56',
  date: 'uma data no formato dd/MM/aaaa',
  cpf: 'um CPF',
  cnpj: 'um CNPJ',
  'cnpj-or-cpf': 'um CNPJ ou CPF',
  checkbox: 'true ou false',
  options: 'uma das opções do campo',
  object: 'um objeto',
  list: 'uma lista',
  base64: 'um texto em Base64',
  extension: 'uma extensão de arquivo, como pdf',
  guid: 'um GUID',
  integer: 'um número inteiro',
  flag: 'true, false, 1 ou 0',
  moment: 'uma data no formato dd/MM/aaaa, dd/MM/aaaa HH:mm ou ISO 8601',
  day: 'uma data no formato dd/MM/aaaa ou aaaa-MM-dd',
};

const expected = (name: string | number | undefined) => TYPE_NAMES[String(name)] ?? 'um valor válido';

const DOWNLOAD_REASONS: Record<string, string> = {
  'not-allowed': 'o endereço não é permitido',
  unreachable: 'o endereço não respondeu',
  timeout: 'o tempo limite foi excedido',
  status: 'a resposta não foi o arquivo',
  'too-large': 'o arquivo passa do limite de tamanho',
  incomplete: 'o arquivo veio vazio ou incompleto',
};

/** How each problem of a field is called and worded on the wire. */
export const FIELD_ERRORS: Record<FieldProblemCode, Wording> = {
  REQUIRED: say('OBRIGATORIO', 'Campo obrigatório.'),
  TYPE: say('TIPO_INVALIDO', (d) => `Tipo inválido: envie ${expected(d.expected)}.`),
  FORMAT: say('FORMATO_INVALIDO', (d) => `Formato inválido: envie ${expected(d.type)}.`),
  UNKNOWN: say('CAMPO_DESCONHECIDO', 'Este campo não existe nesta operação.'),
  DUPLICATE: say('CAMPO_REPETIDO', 'Envie este campo uma única vez.'),
  TOO_LONG: say('TAMANHO_EXCEDIDO', (d) => `O tamanho máximo é ${d.max ?? ''}.`),
  TOO_SHORT: say('TAMANHO_INSUFICIENTE', (d) => `O tamanho mínimo é ${d.min ?? ''}.`),
  OUT_OF_RANGE: say('FORA_DO_INTERVALO', (d) =>
    d.bound === undefined ? 'Valor fora do intervalo.' : `O ${d.side === 'min' ? 'mínimo' : 'máximo'} é ${d.bound}.`,
  ),
  NOT_AN_OPTION: say('OPCAO_INVALIDA', (d) => `Escolha uma das opções: ${d.options ?? ''}.`),
  PATTERN: say('EXPRESSAO_NAO_ATENDIDA', (d) => `O valor não atende à expressão configurada para ${d.label ?? 'o campo'}.`),
  MASK: say('MASCARA_NAO_ATENDIDA', (d) => `O valor não atende à máscara ${d.mask ?? ''} (X = letra, 9 = dígito).`),
  CHECK_DIGITS: say('DIGITO_VERIFICADOR', 'Os dígitos verificadores não conferem: confira o número.'),
  DATE_IMPOSSIBLE: say('DATA_INEXISTENTE', 'Esta data não existe no calendário.'),
  MANDATORY: say('INDEXADOR_OBRIGATORIO', (d) => `O campo ${d.label ?? ''} é obrigatório neste nível.`),
  PARENT_MISSING: say('CAMPO_PAI_AUSENTE', (d) => `Preencha primeiro o campo ${d.parent ?? ''}.`),
  PARENT_COMPARISON: say('CAMPO_PAI_DIVERGENTE', (d) => `O valor deve ser ${d.operator ?? ''} ao do campo ${d.parent ?? ''}.`),
  FIELD_NOT_ON_LEVEL: say('CAMPO_INEXISTENTE_NO_NIVEL', (d) => `O campo ${d.label ?? ''} não está configurado neste nível.`),
  LIST_NOT_ON_LEVEL: say('LISTA_INEXISTENTE_NO_NIVEL', (d) => `A lista ${d.list ?? ''} não está configurada neste nível.`),
  LIST_KEY_MISSING: say('LISTA_CHAVE_AUSENTE', (d) => `Informe o campo chave ${d.label ?? ''} da lista ${d.list ?? ''}.`),
  LIST_KEY_UNKNOWN: say('LISTA_CHAVE_INEXISTENTE', (d) => `A chave não existe na lista ${d.list ?? ''}, que não permite inclusão.`),
  LIST_IMPORT_FIELD_MISSING: say(
    'LISTA_CAMPO_OBRIGATORIO_AUSENTE',
    (d) => `Para incluir um item na lista ${d.list ?? ''}, informe também o campo ${d.label ?? ''}.`,
  ),
  LIST_VALUE_CONTRADICTS: say(
    'LISTA_VALOR_DIVERGENTE',
    (d) => `O valor de ${d.label ?? ''} difere do que a lista ${d.list ?? ''} tem para esta chave.`,
  ),
  BOX_UNKNOWN: say('CAIXA_INEXISTENTE', (d) => `A caixa ${d.code ?? ''} não existe neste cliente ou unidade.`),
  CONTENT_DIFFERS: say(
    'CONTEUDO_DIFERE_DA_EXTENSAO',
    (d) => `O conteúdo não é de um arquivo ${d.extension ?? ''}${d.found ? `, mas ${d.found}` : ''}.`,
  ),
  BASE64: say('BASE64_INVALIDO', (d) => `Base64 inválido no byte ${d.position ?? ''} do corpo.`),
  BASE64_EMPTY: say('ARQUIVO_VAZIO', 'O arquivo está vazio.'),
  EXACTLY_ONE: say('EXATAMENTE_UM', 'Envie exatamente um de "linkArquivo" e "arquivo".'),
  AT_LEAST_ONE: say('AO_MENOS_UM', 'Envie ao menos um de "valoresCampos" e "arquivos".'),
  UNKNOWN_ID: say('ID_INEXISTENTE', 'Este id não existe.'),
  NOT_SHARED: say('ARQUIVO_NAO_COMPARTILHADO', 'Este arquivo não está compartilhado.'),
  DOWNLOAD_FAILED: say(
    'DOWNLOAD_FALHOU',
    (d) => `Não foi possível obter o arquivo do link: ${DOWNLOAD_REASONS[String(d.reason)] ?? 'falha no download'}.`,
  ),
  ORDER: say('PERIODO_INVERTIDO', 'A data final é anterior à inicial.'),
};
