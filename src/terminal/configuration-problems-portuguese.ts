import type { Sentence } from '#http/provisioning/translator';

/** What may be wrong with the configuration (src/config). */
export const CONFIGURATION_SENTENCES: readonly Sentence[] = [
  ['the configuration cannot be used:', 'a configuração não pode ser usada:'],
  ['  - {~}', '  - {0}'],
  ['{} is missing: without the embedded store, keys must be given', 'falta {0}: fora do modo embutido, as chaves devem ser dadas'],
  ['{} must be a whole number from {} to {}', '{0} deve ser um número inteiro de {1} a {2}'],
  ['{} must be auto, or a whole number from {} to {}', '{0} deve ser auto, ou um número inteiro de {1} a {2}'],
  [
    '{} must be 1 without DATABASE_URL: embedded SQLite has one writer, for which further processes would wait',
    '{0} deve ser 1 sem DATABASE_URL: o SQLite embutido tem um só escritor, pelo qual os outros processos esperariam',
  ],
  ['{} must be true or false', '{0} deve ser true ou false'],
  ['{} is too weak: at least {} characters', '{0} é fraco demais: no mínimo {1} caracteres'],
  [
    '{} must be name=value pairs between commas, their values percent-encoded (%25 for a percent sign)',
    '{0} deve ter pares nome=valor separados por vírgulas, com os valores em percent-encoding (%25 para o sinal de porcentagem)',
  ],
  ['{} must name a time zone, such as {}', '{0} deve nomear um fuso horário, como {1}'],
  ['{} must be off, or calls per seconds, such as {}', '{0} deve ser off, ou chamadas por segundos, como {1}'],
  ['{} must be an address that begins with {}', '{0} deve ser um endereço que começa com {1}'],
  [
    '{} must have small letters, digits, - and _ only, and begin with a letter or digit',
    '{0} deve ter só letras minúsculas, algarismos, - e _, e começar com letra ou algarismo',
  ],
  ['FAULT_TESTS cannot be switched on in production', 'FAULT_TESTS não pode ser ligado em produção'],
  [
    'FAILPOINT kills the process: it is for tests, with FAULT_TESTS=true',
    'FAILPOINT mata o processo: serve para testes, com FAULT_TESTS=true',
  ],
  [
    'FAILPOINT must be a name, or a name and a passage, such as before-commit:3',
    'FAILPOINT deve ser um nome, ou um nome e uma passagem, como before-commit:3',
  ],
  ['ACERVO_USERNAME and ACERVO_PASSWORD are needed, or ACERVO_TOKEN', 'faltam ACERVO_USERNAME e ACERVO_PASSWORD, ou ACERVO_TOKEN'],
  ['DEMO_ARCHIVE cannot be loaded in production', 'DEMO_ARCHIVE não pode ser carregado em produção'],
  ['{} and {} cannot both be given', '{0} e {1} não podem ser dados juntos'],
  ['{} names an empty file', '{0} aponta para um arquivo vazio'],
  ['{} must differ from {}', '{0} deve ser diferente de {1}'],
  [
    '{} must name origins such as https://erp.example.com, without a path and without *',
    '{0} deve nomear origens como https://erp.example.com, sem caminho e sem *',
  ],
];
