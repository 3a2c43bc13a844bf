import { PATHS, type Version } from './creates';

type Member = string | number;

/** Values that are invalid for a member of each kind. */
const WRONG = {
  text: [{}, [], ['text'], { valor: 'text' }],
  required: [null, '', '  '],
  integer: ['doze', '5e3', 1.5, true, {}, [5001], -1, 0, 1e300, '99999999999999999999'],
  flag: ['yes', 'sim', '-', 2, {}, [], [true]],
  file: [5, true, {}, [], ['AAAA']],
  extension: [5, true, {}, [], null, '', 'p df', '../pdf', 'tar.gz', 'a'.repeat(21), 'pdf\u0000'],
  list: ['text', 5, true, {}, { 0: {} }],
  item: [null, 'text', 5, true, [], [[]]],
} as const;

const HEAD: [Member[], ...(keyof typeof WRONG)[]][] = [
  [['codigoCaixa'], 'integer'],
  [['valoresCampos'], 'list'],
  [['valoresCampos', 0], 'item'],
  [['valoresCampos', 1, 'nomeLista'], 'text'],
  [['valoresCampos', 1, 'label'], 'text', 'required'],
  [['valoresCampos', 1, 'valorCampo'], 'text'],
  [['arquivos'], 'list'],
  [['arquivos', 0], 'item'],
  [['arquivos', 0, 'arquivo'], 'file'],
  [['arquivos', 0, 'extensao'], 'extension'],
  [['arquivos', 0, 'nomeAmigavel'], 'text', 'required'],
];

const MEMBERS: Record<Version, typeof HEAD> = {
  V1: [...HEAD, [['arquivos', 0, 'contentType'], 'text']],
  V2: [...HEAD, [['idDocumento'], 'text'], [['arquivos', 0, 'contentType'], 'text'], [['arquivos', 0, 'compartilhado'], 'flag']],
  V3: [
    ...HEAD,
    [['arquivos', 0, 'contentType'], 'text', 'required'],
    [['arquivos', 0, 'compartilhado'], 'flag'],
    [['arquivos', 0, 'linkArquivo'], 'text'],
  ],
};

/** A path in the spelling of the version: V2 capitalises, except `compartilhado`. */
export function spelled(version: Version, members: readonly Member[]): Member[] {
  const isCapital = (name: Member) => version === 'V2' && typeof name === 'string' && name !== 'compartilhado';
  return members.map((name) => (isCapital(name) ? `${name}`.replace(/^./, (first) => first.toUpperCase()) : name));
}

/** A copy of a body with one value replaced. */
export function replaced(body: unknown, [member, ...rest]: readonly Member[], value: unknown): unknown {
  if (member === undefined) return value;
  const copy = (Array.isArray(body) ? [...body] : { ...(body as object) }) as Record<Member, unknown>;
  copy[member] = replaced(copy[member], rest, value);
  return copy;
}

/** All members of all versions' bodies, as named in errors, with all invalid values. */
export const WRONG_TYPES = (Object.keys(PATHS) as Version[]).flatMap((version) =>
  MEMBERS[version].map(([names, ...kinds]): [Version, string, Member[], unknown[]] => {
    const members = spelled(version, names);
    const path = members.reduce<string>((text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}.${part}`), '').slice(1);
    return [version, path, members, kinds.flatMap((kind): unknown[] => [...WRONG[kind]])];
  }),
);
