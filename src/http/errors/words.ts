/** Parts of the sentences of refusals, by the words of the code. */
import { OPERATOR_WORDS } from '../documents/filter-words';

/** What details stand for in messages. */
export const megabytes = (bytes: string | number | undefined) => {
  const kilobytes = Math.floor(Number(bytes) / 1024);
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`;
};

const TYPE_NAMES: Record<string, string> = {
  text: 'um texto',
  number: 'um número, como 1234,56 ou 1.234,56',
  money: 'um valor como 1234,56 ou 1.234,56',
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
  email: 'um e-mail, como nome@empresa.com.br',
  phone: 'um telefone, como (31) 3333-4444 ou (31) 99999-8888',
  'idempotency-key': 'de 1 a 255 caracteres ASCII visíveis',
  guid: 'um GUID',
  integer: 'um número inteiro',
  flag: 'true, false, 1 ou 0',
  moment: 'uma data no formato dd/MM/aaaa, dd/MM/aaaa HH:mm ou ISO 8601',
  day: 'uma data no formato dd/MM/aaaa ou ISO 8601',
  status: 'o número de um status, de 1 a 6',
  words: 'ao menos uma palavra, de letras ou algarismos',
  'text-words': 'palavras como multa, resc* (três letras ao menos) ou -aditivo, uma delas sem o "-"',
  cursor: 'o "proximo" da página anterior, sem alterações',
  link: 'um endereço http ou https completo, como https://exemplo.com.br/nota.pdf',
  'media-type': 'um tipo de mídia, como application/pdf',
  'utf-8': 'texto em UTF-8, com %C3%A3 para ã, por exemplo',
  network: 'uma rede ou um endereço, como 203.0.113.0/24 ou 2001:db8::/32',
  'webhook-url': 'um endereço https, como https://erp.exemplo.com.br/acervo',
};

export const expected = (name: string | number | undefined) => TYPE_NAMES[String(name)] ?? 'um valor válido';

export const DOWNLOAD_REASONS: Record<string, string> = {
  'not-allowed': 'o endereço não é permitido',
  unreachable: 'o endereço não respondeu',
  timeout: 'o tempo limite foi excedido',
  status: 'a resposta não foi o arquivo',
  'too-large': 'o arquivo passa do limite de tamanho',
  incomplete: 'o arquivo veio vazio ou incompleto',
};

export const SEND_REASONS: Record<string, string> = {
  refused: 'a resposta foi outra',
  'not-allowed': 'o endereço não é permitido',
  unreachable: 'o endereço não respondeu',
  timeout: 'o tempo limite foi excedido',
};

export const XML_FAULTS: Record<string, string> = {
  malformed: 'O XML não é bem formado',
  doctype: 'O XML não pode conter DTD nem declarar entidades',
  'too-deep': 'O XML tem níveis demais',
  encoding: 'O XML não está na codificação que declara, ou ela não é conhecida',
  'too-large': 'O XML é grande demais para uma nota',
};

export const FILTER_PARTS: Record<string, string> = {
  conditions: 'condições',
  values: 'valores',
  fields: 'campos diferentes',
  tests: 'comparações',
  terms: 'palavras em texto',
};

export const operators = (names: string | number | undefined) =>
  String(names ?? '')
    .split(', ')
    .map((name) => OPERATOR_WORDS[name as keyof typeof OPERATOR_WORDS])
    .join(', ');
