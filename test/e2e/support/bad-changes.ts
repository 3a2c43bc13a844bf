import { set } from './changing';

/** Invalid bodies of 4.1 and the expected problems, ordered by text. */
export const BAD_CHANGES: [string, unknown, string[]][] = [
  ['no changes', [], ['corpo OBRIGATORIO']],
  ['a change that is none', [set('Número', '1'), null], ['[1] TIPO_INVALIDO']],
  ['a text for a change', ['Número'], ['[0] TIPO_INVALIDO']],
  ['a change without a field', [{ valor: 'x' }], ['[0].campo OBRIGATORIO']],
  ['a blank field', [set(' ', 'x')], ['[0].campo OBRIGATORIO']],
  ['a list for a value', [{ campo: 'Número', valor: ['5'] }], ['[0].valor TIPO_INVALIDO']],
  ['half a character', [set('Observação', 'a\ud83e')], ['[0].valor FORMATO_INVALIDO']],
  ['a NUL', [set('Observação', 'a\0')], ['[0].valor FORMATO_INVALIDO']],
  ['a value of 4001 characters', [set('Observação', 'x'.repeat(4001))], ['[0].valor TAMANHO_EXCEDIDO']],
  ['a name of 251 characters', [set('x'.repeat(251), 'x')], ['[0].campo TAMANHO_EXCEDIDO']],
  ['the names of a create', [{ label: 'Número', valorCampo: '1' }], ['[0].campo OBRIGATORIO', '[0].valor OBRIGATORIO']],
];

/** Bodies of 4.1 that are not lists of changes: status, body, headers, code. */
export const BAD_BODIES: [string, number, unknown, Record<string, string>, string][] = [
  ['no body', 400, '', {}, 'CORPO_OBRIGATORIO'],
  ['half a body', 400, '[{"campo":', {}, 'JSON_INVALIDO'],
  ['1001 changes', 400, Array.from({ length: 1001 }, () => set('Número', '1')), {}, 'TAMANHO_EXCEDIDO'],
  ['a body of 300 kB', 413, [set('Observação', 'x'.repeat(300_000))], {}, 'CORPO_GRANDE_DEMAIS'],
  ['an object', 400, set('Número', '1'), {}, 'TIPO_INVALIDO'],
  ['a text', 415, '[]', { 'content-type': 'text/plain' }, 'TIPO_DE_MIDIA_NAO_SUPORTADO'],
];
