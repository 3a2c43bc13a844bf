import type { FieldProblem } from '#domain/errors';
import { isEmail } from '#domain/email';
import type { Named } from '#domain/workflows/named';
import { Guid, Text, TextList } from '../validation/decorators';

/** People for tasks whose responsible is set at run time. */
export class NamedBody {
  @Guid({ description: 'User for the next task whose responsible is "Selecionado"; active, and allowed to act in flows of the client.' })
  idUsuario?: string;

  @Text({ description: 'Address for the next task whose responsible is "Selecionado Externo".', max: 250, allowEmpty: true })
  email?: string;

  @TextList({
    description: 'Addresses for the next task whose responsible is "Selecionado externo vários": at least one, none twice.',
    max: 500,
    example: [],
  })
  selecionadoExternoVarios?: string[];

  @TextList({
    description:
      'Addresses for the tasks of a group whose responsible is "Selecionado externo único": one for each, in the order of the tasks.',
    max: 100,
    example: [],
  })
  emailGrupoExterno?: string[];

  static toNamed({ idUsuario, email, selecionadoExternoVarios, emailGrupoExterno }: NamedBody): Named {
    return {
      userId: idUsuario ?? null,
      email: email?.trim() || null,
      emails: said(selecionadoExternoVarios),
      groupEmails: said(emailGrupoExterno),
    };
  }

  static checkMembers({ email, selecionadoExternoVarios, emailGrupoExterno }: Partial<NamedBody>): FieldProblem[] {
    return [
      ...addressProblems(email, ['email']),
      ...sent(selecionadoExternoVarios).flatMap((each, index, all) => addressProblems(each, ['selecionadoExternoVarios', index], all)),
      ...sent(emailGrupoExterno).flatMap((each, index) => addressProblems(each, ['emailGrupoExterno', index])),
    ];
  }
}

/** As sent; unreadable ones are undefined. */
type Addresses = readonly (string | undefined)[];

const sent = (addresses: Addresses | undefined): Addresses => addresses ?? [];
const said = (addresses: Addresses | undefined) => sent(addresses).flatMap((each) => each?.trim() || []);
const folded = (address: string | undefined) => address?.trim().toLowerCase();

/** An empty address counts as none. */
function addressProblems(address: string | undefined, path: readonly (string | number)[], all: Addresses = []): FieldProblem[] {
  if (!address?.trim()) return [];
  const isSecond = all.findIndex((other) => folded(other) === folded(address)) < Number(path[1]) && all.length > 0;
  return [
    ...(isEmail(address.trim()) ? [] : [{ path, code: 'FORMAT', details: { type: 'email' } } as const]),
    ...(isSecond ? [{ path, code: 'DUPLICATE' } as const] : []),
  ];
}
