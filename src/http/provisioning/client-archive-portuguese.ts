import type { Sentence } from './translator';

/** Messages about the archive file of one client. */
export const CLIENT_ARCHIVE_SENTENCES: readonly Sentence[] = [
  ['{~} "{}" cannot have this name or id', '{0} "{1}": não pode ter este nome ou id'],
  ['client "{}" is not the one that is to be changed', 'o cliente "{0}" não é o que se altera'],
  ['at most {} of them can be sent', 'no máximo {0} podem ser enviados'],
  ['profiles are not changed here', 'perfis não são alterados aqui'],
  ['users are not changed here', 'usuários não são alterados aqui'],
  ['boxes are not changed here', 'caixas não são alteradas aqui'],
  ['webhooks are not changed here', 'webhooks não são alterados aqui'],
  ['rows of lists are not changed here', 'linhas de listas não são alteradas aqui'],
  ['files beside the definition cannot be read here', 'arquivos ao lado da definição não podem ser lidos aqui'],
  ['model "{}" is new and needs its content', 'o modelo "{0}" é novo e precisa do seu conteúdo (content)'],
  ['{~}: "{}" is not changed here', '{0}: "{1}" não é alterado aqui'],
  ['{~} "{}" is not this client\'s alone: only an operator changes it', '{0} "{1}": não é só deste cliente, e só um operador o altera'],
  ['there are boxes of type "{}": it cannot be removed', 'há caixas do tipo "{0}": ele não pode ser removido'],
  [
    'profile "{}" has permissions that you do not hold for the whole client: {}',
    'o perfil "{0}" tem permissões que você não tem no cliente inteiro: {1}',
  ],
  ['nobody of the client would have the permission {} any more', 'ninguém do cliente teria mais a permissão {0}'],
  ['the pattern "{}" is new: only an operator sets patterns', 'a expressão "{0}" é nova: só um operador define expressões (pattern)'],
  ['an id that was given is taken: leave it out, or give another one', 'um id informado já está em uso: deixe-o de fora, ou informe outro'],
];
