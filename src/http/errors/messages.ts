import type { ErrorCode } from '#domain/errors';
import { say, type Wording } from './wording';
import { megabytes, SEND_REASONS, XML_FAULTS } from './words';

export { FIELD_ERRORS } from './field-messages';

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
  METHOD_UNUSED: say('METODO_NAO_SUPORTADO', 'O serviço não usa este método HTTP; consulte /docs.'),
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
  API_KEY_NOT_FOUND: say('CHAVE_NAO_ENCONTRADA', 'A conta de serviço não tem esta chave, ou ela já terminou.'),
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
