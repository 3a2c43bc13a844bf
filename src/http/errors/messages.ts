import type { Details, ErrorCode, FieldProblemCode } from '#domain/errors';
import { archiveSentence } from '../archive/archive-sentence';
import { DOWNLOAD_REASONS, expected, FILTER_PARTS, megabytes, operators, SEND_REASONS, XML_FAULTS } from './words';

type Sentence = (details: Details) => string;
interface Wording {
  codigo: string;
  mensagem: Sentence;
}

const say = (codigo: string, mensagem: string | Sentence): Wording => ({
  codigo,
  mensagem: typeof mensagem === 'string' ? () => mensagem : mensagem,
});

/** Code and message of each refusal. */
export const ERRORS: Record<ErrorCode, Wording> = {
  INPUT_INVALID: say('ENTRADA_INVALIDA', 'A requisição não pôde ser interpretada: corrija os campos indicados em "erros".'),
  RULES_BROKEN: say('REGRA_VIOLADA', 'A requisição contradiz a configuração do acervo: corrija os campos indicados em "erros".'),
  JSON_INVALID: say('JSON_INVALIDO', (d) => `O corpo não é um JSON válido (byte ${d.position ?? 0}).`),
  MULTIPART_INVALID: say('MULTIPART_INVALIDO', (d) => `O corpo não é um multipart/form-data válido (byte ${d.position ?? 0}).`),
  SIMULATION_UNAVAILABLE: say('SIMULACAO_INDISPONIVEL', 'Esta operação não pode ser simulada: repita a chamada sem "simular".'),
  BODY_REQUIRED: say('CORPO_OBRIGATORIO', 'Envie o corpo da requisição.'),
  BODY_TOO_LARGE: say('CORPO_GRANDE_DEMAIS', (d) =>
    d.members !== undefined
      ? `Um objeto do corpo passa do limite de ${d.members} membros.`
      : d.values !== undefined
        ? `O corpo passa do limite de ${d.values} valores: divida-o em várias requisições.`
        : `O corpo passa do limite de ${megabytes(d.max)}.`,
  ),
  FILE_TOO_LARGE: say('ARQUIVO_GRANDE_DEMAIS', (d) => `Um arquivo passa do limite de ${megabytes(d.max)}.`),
  TOO_MANY_FILES: say('ARQUIVOS_DEMAIS', (d) => `Envie no máximo ${d.max ?? ''} arquivos por requisição.`),
  UPLOAD_TOO_LONG: say('ENVIO_DEMORADO', (d) => `O envio do corpo passou do limite de ${d.seconds ?? ''} segundos: envie menos por vez.`),
  BODY_TOO_SLOW: say(
    'CORPO_LENTO',
    (d) => `O corpo chega devagar demais: envie o que falta, ao menos ${megabytes(d.bytes)}, a cada ${d.seconds ?? ''} segundos.`,
  ),
  MEDIA_TYPE_UNSUPPORTED: say('TIPO_DE_MIDIA_NAO_SUPORTADO', 'Envie o corpo como application/json, em UTF-8 e sem compressão.'),
  ROUTE_NOT_FOUND: say('ROTA_NAO_ENCONTRADA', 'Esta rota não existe; consulte /docs.'),
  RANGE_NOT_SATISFIABLE: say('INTERVALO_INVALIDO', 'O intervalo pedido está fora do arquivo.'),
  CREDENTIALS_INVALID: say('CREDENCIAIS_INVALIDAS', 'Usuário ou senha inválidos.'),
  TOKEN_INVALID: say('TOKEN_INVALIDO', 'Token ausente, inválido ou expirado: faça login novamente.'),
  REFRESH_INVALID: say('REFRESH_TOKEN_INVALIDO', 'Token de renovação inválido ou já utilizado: faça login novamente.'),
  NOT_PERMITTED: say('SEM_PERMISSAO', 'O usuário não tem permissão para esta operação no cliente, na unidade ou no nível informado.'),
  IDEMPOTENCY_KEY_REUSED: say(
    'CHAVE_DE_IDEMPOTENCIA_REUTILIZADA',
    'Esta Idempotency-Key já foi usada com outra requisição: envie uma chave nova.',
  ),
  CALL_RUNNING: say('CHAMADA_EM_ANDAMENTO', 'A mesma chamada, com esta Idempotency-Key, ainda está em andamento: repita em instantes.'),
  DOCUMENT_CHANGED: say('DOCUMENTO_ALTERADO', 'O documento foi alterado por outra chamada: consulte-o novamente e repita a alteração.'),
  DOCUMENT_ELSEWHERE: say('DOCUMENTO_FORA_DO_NIVEL', 'O documento não pertence ao nível informado em idArvoreOrganizacional.'),
  PASSWORD_CHANGE_REQUIRED: say(
    'TROCA_DE_SENHA_OBRIGATORIA',
    'A senha precisa ser trocada antes de qualquer outra operação (AlterarSenhaUsuario).',
  ),
  SUBSCRIPTION_INVALID: say('CHAVE_DE_ASSINATURA_INVALIDA', 'Envie no cabeçalho SubscriptionKey uma chave válida para este cliente.'),
  RATE_LIMITED: say('LIMITE_DE_CHAMADAS', (d) => `O limite de chamadas do cliente foi atingido: aguarde ${d.seconds ?? 1} s.`),
  USER_NOT_FOUND: say('USUARIO_NAO_ENCONTRADO', 'O usuário não foi encontrado.'),
  SESSION_NOT_FOUND: say('SESSAO_NAO_ENCONTRADA', 'O usuário não tem esta sessão, ou ela já terminou.'),
  DOCUMENT_UNKNOWN: say('DOCUMENTO_INEXISTENTE', 'O documento informado não existe.'),
  DOCUMENT_NOT_FOUND: say('DOCUMENTO_NAO_ENCONTRADO', 'O documento não foi encontrado.'),
  DOCUMENT_NOT_DELETED: say('DOCUMENTO_NAO_EXCLUIDO', 'O documento não está excluído.'),
  BYTES_GONE: say('BYTES_REMOVIDOS', 'Os arquivos deste documento já foram removidos de vez: ele não pode ser restaurado.'),
  FILE_DIFFERS: say('ARQUIVO_DIFERENTE', 'O conteúdo deste arquivo não é o que a ETag em If-Match nomeia.'),
  FILE_UNKNOWN: say('ARQUIVO_INEXISTENTE', 'Um dos arquivos informados não existe neste documento.'),
  FILE_NOT_FOUND: say('ARQUIVO_NAO_ENCONTRADO', 'O arquivo não foi encontrado.'),
  PREVIEW_NOT_FOUND: say('SEM_MINIATURA', 'Este arquivo não tem miniatura.'),
  NOTE_NOT_FOUND: say(
    'NAO_E_NOTA',
    'Este arquivo não é o XML de um documento fiscal eletrônico (NF-e, NFC-e, CT-e, MDF-e, NFS-e ou evento).',
  ),
  NOTE_REFUSED: say(
    'NOTA_ILEGIVEL',
    (d) => `${XML_FAULTS[String(d.fault)] ?? 'O XML não é válido'}${d.line === undefined ? '' : ` (linha ${d.line})`}.`,
  ),
  RECEIPT_NOT_FOUND: say(
    'RECIBO_NAO_ENCONTRADO',
    'Não há recibo deste arquivo: nenhum evento deste acervo registra a entrada destes bytes.',
  ),
  CURSOR_EXPIRED: say('CURSOR_EXPIRADO', (d) =>
    d.epoch === undefined
      ? `Os eventos até a posição ${Number(d.first) - 1} foram removidos pela idade: a primeira que existe é ${d.first ?? ''}.`
      : `O banco de dados foi restaurado e a posição é de outra época; os eventos mudaram a partir da posição ${d.first ?? ''}: confira os seus dados e continue com apos=${d.last ?? ''} e epoca=${d.epoch}.`,
  ),
  ARCHIVE_CHANGED: say('ACERVO_ALTERADO', 'O acervo do cliente foi alterado por outra chamada: consulte-o novamente e repita a alteração.'),
  VIEWS_CHANGED: say('VISOES_ALTERADAS', 'As visões foram alteradas por outra chamada: consulte-as novamente e repita a alteração.'),
  ARCHIVE_REMOVES: say(
    'REMOCOES_NAO_PERMITIDAS',
    'A alteração remove partes do acervo: confira-as com simular=true e permita-as com remover=true.',
  ),
  LINK_NOT_FOUND: say('LINK_NAO_ENCONTRADO', 'Este link não existe ou não está mais disponível.'),
  BILL_UNKNOWN: say('FATURA_INEXISTENTE', 'A fatura informada não existe.'),
  LIST_UNKNOWN: say('LISTA_INEXISTENTE', 'A lista informada não existe.'),
  REPORT_UNKNOWN: say('RELATORIO_INEXISTENTE', 'O relatório informado não existe: consulte GetRelatorios.'),
  LIST_NOT_FOUND: say('LISTA_NAO_ENCONTRADA', 'A lista não foi encontrada.'),
  LIST_ROW_NOT_FOUND: say('LINHA_NAO_ENCONTRADA', 'A linha não foi encontrada nesta lista.'),
  LIST_ROW_IN_USE: say('LINHA_EM_USO', 'A linha não pode ser excluída: documentos apontam para ela, talvez documentos excluídos.'),
  NOTHING_SHARED: say('ARQUIVO_NAO_COMPARTILHADO', 'Só é possível remover o compartilhamento de arquivos compartilhados.'),
  DEADLINE_PAST: say('PRAZO_NO_PASSADO', 'O prazo de compartilhamento já passou: informe uma data futura.'),
  NO_FILES: say('DOCUMENTO_SEM_ARQUIVOS', 'O documento não tem arquivos para compartilhar.'),
  WORKFLOW_UNKNOWN: say('FLUXO_INEXISTENTE', 'O fluxo informado não existe.'),
  WORKFLOW_DEFINITION_UNKNOWN: say('DESENHO_DE_FLUXO_INEXISTENTE', 'O desenho de fluxo informado não existe.'),
  WORKFLOW_DEFINITION_NOT_FOUND: say('DESENHO_DE_FLUXO_NAO_ENCONTRADO', 'O desenho de fluxo não foi encontrado.'),
  WORKFLOW_DEFINITION_INACTIVE: say('DESENHO_DE_FLUXO_INATIVO', 'O desenho de fluxo está inativo.'),
  WORKFLOW_DEFINITION_MANUAL: say(
    'DESENHO_DE_FLUXO_MANUAL',
    'Só podem ser ativados por esta operação fluxos de ativação automática ou API Integração.',
  ),
  WORKFLOW_ENDED: say('FLUXO_ENCERRADO', 'O fluxo já foi concluído ou cancelado.'),
  STEP_NOT_FOUND: say('ETAPA_NAO_ENCONTRADA', 'A execução da etapa não foi encontrada.'),
  STEP_FINISHED: say('ETAPA_ENCERRADA', 'Esta execução da etapa já foi encerrada.'),
  SIGNATURE_NOT_FOUND: say(
    'ASSINATURA_NAO_ENCONTRADA',
    'Nenhuma assinatura tem este código: confira o código impresso no cartão de assinaturas.',
  ),
  WEBHOOK_NOT_FOUND: say('WEBHOOK_NAO_ENCONTRADO', 'O webhook não foi encontrado.'),
  WEBHOOKS_FULL: say('WEBHOOKS_DEMAIS', (d) => `Um cliente tem no máximo ${d.max ?? ''} webhooks: exclua um deles.`),
  VIEWS_FULL: say('VISOES_DEMAIS', (d) => `Um usuário tem no máximo ${d.max ?? ''} visões: exclua uma delas.`),
  WEBHOOK_SILENT: say(
    'WEBHOOK_NAO_CONFIRMADO',
    (d) => `O endereço não confirmou o evento de teste com uma resposta 2xx: ${SEND_REASONS[String(d.reason)] ?? 'o envio falhou'}.`,
  ),
  SECRET_OVERLAPS: say(
    'SEGREDO_EM_SOBREPOSICAO',
    'O segredo anterior ainda assina: espere a sobreposição terminar, ou envie "forcar" para que ele deixe de valer já.',
  ),
  WEBHOOK_SECRET_UNREADABLE: say(
    'SEGREDO_ILEGIVEL',
    'O segredo do webhook não pode ser lido com a chave atual do serviço: crie outro em POST /api/Webhook/{idWebhook}/Segredo.',
  ),
  REPLAY_WAITING: say('REENVIO_EM_ESPERA', 'Há eventos demais à espera de envio neste webhook: repita quando forem menos.'),
  SIGNING_NOT_CONFIGURED: say(
    'ASSINATURA_NAO_CONFIGURADA',
    'A assinatura eletrônica não está configurada neste serviço: fale com o administrador.',
  ),
  SIGNING_CERTIFICATE_EXPIRED: say(
    'CERTIFICADO_FORA_DA_VALIDADE',
    'O certificado de assinatura do serviço está fora da validade: fale com o administrador.',
  ),
  SIGNING_TOO_LONG: say(
    'ASSINATURA_DEMORADA',
    'Os arquivos não puderam ser assinados no tempo de uma chamada e nenhum foi assinado: envie menos arquivos por vez.',
  ),
  TIMESTAMP_UNAVAILABLE: say(
    'CARIMBO_DO_TEMPO_INDISPONIVEL',
    'A autoridade de carimbo do tempo não respondeu e nada foi assinado: repita a chamada em instantes.',
  ),
  BUSY: say('SERVICO_OCUPADO', 'O serviço está no limite: repita a chamada em instantes.'),
  UNAVAILABLE: say('SERVICO_INDISPONIVEL', 'O serviço está temporariamente indisponível: repita a chamada em instantes.'),
};

/** Code and message of each field problem. */
export const FIELD_ERRORS: Record<FieldProblemCode, Wording> = {
  REQUIRED: say('OBRIGATORIO', 'Campo obrigatório.'),
  TYPE: say('TIPO_INVALIDO', (d) => `Tipo inválido: envie ${expected(d.expected)}.`),
  FORMAT: say('FORMATO_INVALIDO', (d) => `Formato inválido: envie ${expected(d.type)}.`),
  UNKNOWN: say(
    'CAMPO_DESCONHECIDO',
    (d) => `Este campo não existe nesta operação.${d.near === undefined ? '' : ` Nomes parecidos: ${d.near}.`}`,
  ),
  DUPLICATE: say('CAMPO_REPETIDO', 'Envie este campo uma única vez.'),
  TOO_LONG: say('TAMANHO_EXCEDIDO', (d) => `O tamanho máximo é ${d.max ?? ''}.`),
  TOO_SHORT: say('TAMANHO_INSUFICIENTE', (d) => `O tamanho mínimo é ${d.min ?? ''}.`),
  OUT_OF_RANGE: say('FORA_DO_INTERVALO', (d) =>
    d.bound === undefined ? 'Valor fora do intervalo.' : `O ${d.side === 'min' ? 'mínimo' : 'máximo'} é ${d.bound}.`,
  ),
  TOO_MANY_DIGITS: say(
    'DIGITOS_DEMAIS',
    (d) => `Um número tem no máximo ${d.max ?? ''} dígitos antes da vírgula. Uma chave ou um código longo é um campo do tipo texto.`,
  ),
  TOO_MANY_DECIMALS: say(
    'DECIMAIS_DEMAIS',
    (d) => `O campo aceita no máximo ${d.max ?? ''} casas decimais, e o serviço não arredonda: envie o valor já arredondado.`,
  ),
  NOT_AN_OPTION: say('OPCAO_INVALIDA', (d) => `Escolha uma das opções: ${d.options ?? ''}.`),
  PATTERN: say('EXPRESSAO_NAO_ATENDIDA', (d) => `O valor não atende à expressão configurada para ${d.label ?? 'o campo'}.`),
  MASK: say('MASCARA_NAO_ATENDIDA', (d) => `O valor não atende à máscara ${d.mask ?? ''} (X = letra, 9 = dígito).`),
  CHECK_DIGITS: say('DIGITO_VERIFICADOR', 'Os dígitos verificadores não conferem: confira o número.'),
  DATE_IMPOSSIBLE: say('DATA_INEXISTENTE', 'Esta data não existe no calendário.'),
  MANDATORY: say('INDEXADOR_OBRIGATORIO', (d) => `O campo ${d.label ?? ''} é obrigatório neste nível.`),
  PARENT_MISSING: say('CAMPO_PAI_AUSENTE', (d) => `Preencha primeiro o campo ${d.parent ?? ''}.`),
  PARENT_COMPARISON: say('CAMPO_PAI_DIVERGENTE', (d) => `O valor deve ser ${d.operator ?? ''} ao do campo ${d.parent ?? ''}.`),
  FIELD_NOT_ON_LEVEL: say('CAMPO_INEXISTENTE_NO_NIVEL', (d) =>
    d.list === undefined
      ? `O campo ${d.label ?? ''} não está configurado neste nível.${d.near === undefined ? '' : ` Campos parecidos: ${d.near}.`}`
      : `O campo ${d.label ?? ''} é da lista ${d.list}: informe o nome da lista junto com o campo.`,
  ),
  LIST_NOT_ON_LEVEL: say('LISTA_INEXISTENTE_NO_NIVEL', (d) => `A lista ${d.list ?? ''} não está configurada neste nível.`),
  LIST_KEY_MISSING: say('LISTA_CHAVE_AUSENTE', (d) => `Informe o campo chave ${d.label ?? ''} da lista ${d.list ?? ''}.`),
  LIST_KEY_UNKNOWN: say('LISTA_CHAVE_INEXISTENTE', (d) => `A chave não existe na lista ${d.list ?? ''}, que não permite inclusão.`),
  LIST_IMPORT_FIELD_MISSING: say('LISTA_CAMPO_OBRIGATORIO_AUSENTE', (d) =>
    d.row === 'known'
      ? `Informe também ${d.label}: a interface a exige ao alterar.`
      : `Para incluir um item na lista ${d.list ?? ''}, informe também o campo ${d.label ?? ''}.`,
  ),
  LIST_VALUE_CONTRADICTS: say(
    'LISTA_VALOR_DIVERGENTE',
    (d) => `O valor de ${d.label ?? ''} difere do que a lista ${d.list ?? ''} tem para esta chave.`,
  ),
  LIST_FIELD_UNKNOWN: say('CAMPO_INEXISTENTE_NA_LISTA', 'Este campo não existe na lista.'),
  LIST_FIELD_LOCKED: say('CAMPO_BLOQUEADO', (d) => `O campo ${d.label ?? ''} não pode ser alterado depois de preenchido.`),
  LIST_FIELD_MANDATORY: say('LISTA_CAMPO_OBRIGATORIO', (d) => `O campo ${d.label ?? ''} da lista ${d.list ?? ''} é obrigatório.`),
  LIST_KEY_TAKEN: say('LISTA_CHAVE_DUPLICADA', (d) => `A lista ${d.list ?? ''} já tem um item com esta chave.`),
  LIST_PARENT_UNKNOWN: say('LISTA_PAI_SEM_CHAVE', (d) => `A lista pai ${d.list ?? ''} não tem um item com esta chave.`),
  EXTERNAL_KEY_TAKEN: say('CHAVE_EXTERNA_EXISTENTE', (d) =>
    d.id === undefined
      ? 'Já existe um documento com esta chave externa.'
      : `Já existe um documento com esta chave externa. IdDocumento: ${d.id}; CodigoDocumento: ${d.code ?? ''}`,
  ),
  FILE_REPEATED: say('ARQUIVO_REPETIDO', 'O documento já contém este arquivo, ou ele foi enviado mais de uma vez.'),
  LOGIN_TAKEN: say('LOGIN_EXISTENTE', 'Já existe um usuário com este login.'),
  PASSWORD_WEAK: say(
    'SENHA_FRACA',
    'A senha deve conter no mínimo 8 caracteres, contendo letra maiúscula, minúscula, número e caractere especial.',
  ),
  PASSWORD_SAME: say('SENHA_REPETIDA', 'A nova senha deve ser diferente da atual.'),
  LAST_ADMINISTRATOR: say(
    'ULTIMO_ADMINISTRADOR',
    'Você é o último usuário ativo que administra os usuários deste cliente: outro usuário deve inativá-lo.',
  ),
  NO_DEFAULT_PROFILE: say(
    'PERFIL_PADRAO_AUSENTE',
    'O cliente não tem um perfil padrão: crie o usuário com clienteMaster 0 e defina as permissões.',
  ),
  BEYOND_OWN: say('PERMISSAO_ALEM_DA_PROPRIA', 'Só é possível conceder permissões que você mesmo possui.'),
  DATE_PAST: say('DATA_NO_PASSADO', 'Informe uma data a partir de hoje.'),
  BOX_UNKNOWN: say('CAIXA_INEXISTENTE', (d) => `A caixa ${d.code ?? ''} não existe neste cliente ou unidade.`),
  BOX_CODE_TAKEN: say(
    'CAIXA_EXISTENTE',
    (d) =>
      `Já existe uma caixa do cliente ou de uma das suas unidades com o código ${d.code ?? ''}: informe outro, ou nenhum para o próximo livre.`,
  ),
  BOX_WITHIN_ANOTHER: say('CAIXA_DENTRO_DE_OUTRA', (d) => `A caixa ${d.code ?? ''} já está dentro de outra caixa.`),
  CONTENT_DIFFERS: say(
    'CONTEUDO_DIFERE_DA_EXTENSAO',
    (d) => `O conteúdo não é de um arquivo ${d.extension ?? ''}${d.found ? `, mas ${d.found}` : ''}.`,
  ),
  BASE64: say('BASE64_INVALIDO', (d) => `Base64 inválido no byte ${d.position ?? ''} do corpo.`),
  BASE64_EMPTY: say('ARQUIVO_VAZIO', 'O arquivo está vazio.'),
  AT_LEAST_ONE: say('AO_MENOS_UM', (d) => `Envie ao menos um de ${d.of ?? '"valoresCampos" e "arquivos"'}.`),
  EXACTLY_ONE: say('EXATAMENTE_UM', (d) => `Envie exatamente um de ${d.of ?? '"linkArquivo" e "arquivo"'}.`),
  UNKNOWN_ID: say('ID_INEXISTENTE', 'Este id não existe.'),
  NOT_SHARED: say('ARQUIVO_NAO_COMPARTILHADO', 'Este arquivo não está compartilhado.'),
  DOWNLOAD_FAILED: say(
    'DOWNLOAD_FALHOU',
    (d) => `Não foi possível obter o arquivo do link: ${DOWNLOAD_REASONS[String(d.reason)] ?? 'falha no download'}.`,
  ),
  REPEATED: say('ITEM_REPETIDO', 'Este item foi enviado mais de uma vez.'),
  UNPRINTABLE: say('CARACTERE_DE_CONTROLE', 'O texto contém caracteres de controle: remova-os.'),
  EMAIL_INVALID: say('EMAIL_INVALIDO', 'E-mail inválido.'),
  CPF_INVALID: say('CPF_INVALIDO', 'CPF inválido.'),
  CNPJ_INVALID: say('CNPJ_INVALIDO', 'CNPJ inválido.'),
  SIGNER_NAME_TOO_LONG: say('NOME_DO_SIGNATARIO_LONGO', 'É permitido até 150 caracteres no nome do signatário.'),
  COMPANY_NAME_TOO_LONG: say('NOME_DA_EMPRESA_LONGO', 'É permitido até 150 caracteres no nome da empresa.'),
  COMPANY_NAME_MISSING: say('NOME_DA_EMPRESA_AUSENTE', 'Informe o nome da empresa: ele é obrigatório com o documento da empresa.'),
  COMPANY_DOCUMENT_MISSING: say('DOCUMENTO_DA_EMPRESA_AUSENTE', 'Informe o documento da empresa: ele é obrigatório com o nome da empresa.'),
  ORIGIN_UNKNOWN: say('ORIGEM_ASSINATURA_INEXISTENTE', 'Id informado no parâmetro "origemAssinatura" não encontrado.'),
  PDF_NEEDED: say('ARQUIVO_NAO_E_PDF', 'Só é possível assinar arquivos PDF.'),
  PDF_ENCRYPTED: say('PDF_PROTEGIDO', 'O PDF está protegido por criptografia e não pode ser assinado.'),
  PDF_DAMAGED: say('PDF_DANIFICADO', 'O PDF está danificado e não pode ser assinado: abra-o num leitor de PDF e salve-o de novo.'),
  PDF_TOO_COMPLEX: say('PDF_COMPLEXO_DEMAIS', 'O PDF é complexo demais para ser assinado.'),
  PDF_LOCKED: say('PDF_BLOQUEADO', 'O PDF foi certificado ou bloqueado por quem o assinou e não permite novas assinaturas.'),
  OPERATOR_INVALID: say('OPERADOR_INVALIDO', (d) => `Este campo não tem este operador; os que tem: ${operators(d.operators)}.`),
  RANGE_REVERSED: say('INTERVALO_INVERTIDO', 'O fim do intervalo é menor que o início.'),
  FILTER_TOO_DEEP: say('FILTRO_PROFUNDO', (d) => `Os grupos do filtro podem ter no máximo ${d.max ?? ''} níveis.`),
  FILTER_TOO_LARGE: say('FILTRO_GRANDE', (d) => `O filtro pode ter no máximo ${d.max ?? ''} ${FILTER_PARTS[String(d.of)] ?? 'partes'}.`),
  CURSOR_OF_OTHER_SEARCH: say(
    'CURSOR_DE_OUTRA_PESQUISA',
    'O cursor é de outra pesquisa: para continuar, envie o mesmo filtro, a mesma ordem e o mesmo lugar; para outra pesquisa, nenhum cursor.',
  ),
  ORDER_AMBIGUOUS: say(
    'ORDEM_AMBIGUA',
    (d) =>
      `Há campos ${d.label ?? ''} de tipos diferentes, ou demais, nos níveis pesquisados: informe idArvoreOrganizacional ou nomeLista.`,
  ),
  PHRASE_UNSUPPORTED: say(
    'FRASE_NAO_SUPORTADA',
    'Frases entre aspas não são pesquisadas no texto dos arquivos: informe as palavras sem aspas.',
  ),
  TEXT_NOT_CONFIGURED: say('TEXTO_NAO_CONFIGURADO', 'O texto dos arquivos não é lido neste serviço.'),
  TEXT_TOO_FREQUENT: say('TEXTO_FREQUENTE', 'Documentos demais têm estas palavras: acrescente outra palavra ou um filtro.'),
  RECEIVER_SILENT: say(
    'SEM_CONFIRMACAO',
    (d) => `O evento de teste não foi confirmado: ${SEND_REASONS[String(d.reason)] ?? 'o envio falhou'}.`,
  ),
  ORDER: say('PERIODO_INVERTIDO', 'A data final é anterior à inicial.'),
  LEVEL_DIFFERS: say('NIVEL_DIVERGENTE', 'Este nível difere do informado em idArvoreOrganizacional.'),
  CNPJ_NOT_OF_UNIT: say('CNPJ_DIVERGENTE', 'Este CNPJ não é o da unidade informada.'),
  XML_REFUSED: say('XML_RECUSADO', (d) => `${XML_FAULTS[String(d.fault)] ?? 'O XML não é válido'} (linha ${d.line ?? 1}).`),
  PARAMETER_MISSING: say('PARAMETRO_OBRIGATORIO', (d) => `Informe o parâmetro ${d.name ?? ''} (IdParam ${d.id ?? ''}).`),
  TASK_NEEDS: say('TAREFA_EXIGE', (d) => `A tarefa ${d.task ?? ''} exige esta informação.`),
  GROUP_EMAILS: say('EMAILS_DO_GRUPO', (d) => `Envie ${d.count ?? ''} e-mails, um para cada tarefa externa do grupo ${d.step ?? ''}.`),
  EXIT_TO_CHOOSE: say('PROXIMA_TAREFA_AUSENTE', 'Escolha a próxima tarefa: esta etapa tem mais de uma saída.'),
  EXIT_NOT_CHOSEN: say('PROXIMA_TAREFA_DIVERGENTE', 'Nesta etapa são os valores do formulário que decidem a próxima tarefa.'),
  FORM_FIELD_MANDATORY: say(
    'CAMPO_DO_FORMULARIO_OBRIGATORIO',
    (d) => `A tarefa ${d.task ?? ''} exige o campo ${d.label ?? ''} do formulário.`,
  ),
  FORM_LIST_MISMATCH: say('LISTA_DO_CAMPO', 'Informe em "idLista" a lista à qual o campo pertence, e deixe vazio nos campos customizados.'),
  FORM_LABEL_MISMATCH: say('CAMPO_DO_FORMULARIO_DIVERGENTE', (d) => `O campo deste "idCampo" chama-se ${d.label ?? ''}.`),
  FLOW_ID_REQUIRED: say('ID_DO_FLUXO_AUSENTE', 'Informe idWorkflow ou codigoWorkflow.'),
  STEP_OF_OTHER_FLOW: say('ETAPA_DE_OUTRO_FLUXO', 'A execução da etapa pertence a outro fluxo.'),
  RESPONSIBLE_WITHOUT_ACCESS: say(
    'RESPONSAVEL_SEM_ACESSO',
    (d) =>
      `${d.task === undefined ? 'O responsável' : `Um responsável pela tarefa ${d.task}`} está inativo ou não tem permissão, em nenhum nível, para atuar nos fluxos deste cliente.`,
  ),
  DEFINITION: say('DEFINICAO_RECUSADA', (d) => archiveSentence(String(d.message))),
  SIGNING_NEEDS_PDF: say('ASSINATURA_EXIGE_PDF', 'Só arquivos PDF podem ser marcados para assinatura.'),
  SIGNING_NEEDS_SHARE: say(
    'ASSINATURA_EXIGE_COMPARTILHAMENTO',
    'Um arquivo de documento só pode ser marcado para assinatura quando é compartilhado.',
  ),
};
