import { randomBytes, randomInt } from 'node:crypto';
import { membersOf, type Class, type Member } from '#http/validation/members';

const word = () => randomBytes(6).toString('hex');

/** A CPF with its check digits. */
function cpf(): string {
  const digits = Array.from({ length: 9 }, () => randomInt(10));
  for (const start of [10, 11]) {
    const sum = digits.reduce((total, digit, index) => total + digit * (start - index), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}

/** Secrets by name; only their owner may see them. */
export const SECRETS = {
  cpfOfDocument: cpf(),
  cpfOfListRow: cpf(),
  email: `${word()}@exemplo.com.br`,
  userName: `Nome ${word()}`,
  userLogin: `login${word()}`,
  password: `Aa1!${word()}`,
  wrongPassword: `Bb2!${word()}`,
  newPassword: `Cc3!${word()}`,
  weakPassword: word(),
  unknownLogin: `ninguem${word()}`,
  landline: `(31) 3${String(randomInt(100, 1000))}-${String(randomInt(1000, 10_000))}`,
  mobile: `(31) 9${String(randomInt(1000, 10_000))}-${String(randomInt(1000, 10_000))}`,
  program: `Programa ${word()}`,
  title: `Título ${word()}`,
  remark: `Observação ${word()}`,
  changedRemark: `Mudança ${word()}`,
  rowName: `Pessoa ${word()}`,
  changedRowName: `Alterada ${word()}`,
  searched: `Busca ${word()}`,
  searchedBeginning: `Começo${word()}`,
  fileNameV1: `Laudo ${word()}`,
  fileNameV2: `Exame ${word()}`,
  fileNameV3: `Atestado ${word()}`,
  addedFileName: `Receita ${word()}`,
  version: `v${word()}`,
  content: `conteúdo ${word()}`,
  addedContent: `anexo ${word()}`,
  externalKey: `chave-${word()}`,
  idempotencyKey: `pedido-${word()}`,
  subscriptionKey: `assinatura-${word()}`,
  wrongSubscriptionKey: `falsa-${word()}`,
  linkPath: `caminho-${word()}`,
  madeUpToken: `eyJ.${word()}.${word()}`,
  madeUpRefresh: `refresh-${word()}`,
  madeUpShare: `link-${word()}`,
  malformedId: `id-${word()}`,
  signerName: `Signatário ${word()}`,
  signerRole: `Cargo ${word()}`,
  signerDocument: cpf(),
  signerEmail: `${word()}@assina.com.br`,
  webhookKey: `gancho-${word()}`,
  webhookName: `Gancho ${word()}`,
  companyName: `Companhia ${word()}`,
} as const;

/** Tokens and links issued by the service, added at runtime. */
export const ISSUED = new Set<string>();

/** Names of the secrets contained in a text, in any form in which they were sent. */
export function secretsIn(text: string): string[] {
  const own = Object.entries(SECRETS).flatMap(([name, secret]) => {
    const forms = [
      secret,
      Buffer.from(secret).toString('base64'),
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      secret.toLowerCase(),
    ];
    return forms.some((form) => text.includes(form)) ? [name] : [];
  });
  const issued = [...ISSUED].filter((each) => text.includes(each)).map((each) => `issued: ${each.slice(0, 8)}…`);
  return [...own, ...issued];
}

const values = Object.values(SECRETS);

/** An invalid value for a member, with secrets wherever a text is possible. */
function wrong({ kind, of, max }: Member, next: () => string, within: readonly Class[]): unknown {
  const item = () => (of ? wrongObject(of(), next, within) : kind === 'map' ? { [NO_SUCH_NAME]: [next()] } : next());
  return max === undefined ? item() : [item(), item()];
}

const NO_SUCH_NAME = 'Nome que não há';
/** Names of unknown lists, list fields and boxes, which an error repeats; a label beside `nomeLista` names a field. */
const isName = (name: string, members: readonly string[]) =>
  ['nomelista', 'campo', 'labelcampo', 'codigocaixa', 'colunas'].includes(name) || (name === 'label' && members.includes('nomelista'));

/** All members of a DTO, each with a secret, except names of the archive itself. */
export function wrongObject(type: Class, next = cycle(), within: readonly Class[] = []): Record<string, unknown> {
  const members = membersOf(type).map(({ name }) => name.toLowerCase());
  const others = membersOf(type).filter(({ of }) => !of || !within.includes(of()));
  return Object.fromEntries(
    others.map((member) => [
      member.name,
      isName(member.name.toLowerCase(), members) ? NO_SUCH_NAME : wrong(member, next, [...within, type]),
    ]),
  );
}

function cycle(): () => string {
  let index = 0;
  return () => values[index++ % values.length] as string;
}
