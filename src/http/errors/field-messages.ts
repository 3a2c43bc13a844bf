import type { FieldProblemCode } from '#domain/errors';
import { archiveSentence } from '../provisioning/archive-sentence';
import { say, type Wording } from './wording';
import { DOWNLOAD_REASONS, expected, FILTER_PARTS, operators, SEND_REASONS, XML_FAULTS } from './words';

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
  SERVICE_WITHOUT_PASSWORD: say(
    'CONTA_SEM_SENHA',
    'Uma conta de serviço não tem senha: crie uma chave em POST /api/ContaServico/{idConta}/Chaves.',
  ),
  SERVICE_NEVER_MANAGES: say(
    'CONTA_NAO_ADMINISTRA',
    'Uma conta de serviço nunca administra usuários nem webhooks: tire esta permissão da chave.',
  ),
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
