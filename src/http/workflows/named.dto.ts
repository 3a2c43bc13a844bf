import type { FieldProblem } from '#domain/errors';
import { isEmail } from '#domain/email';
import type { Named } from '#domain/workflows/named';
import { Guid, Text, TextList } from '../shared/wire';

/** Who is named for tasks whose responsible is named on the way. */
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

  static toNamed({ idUsuario, email, selecionadoExternoVarios = [], emailGrupoExterno = [] }: NamedBody): Named {
    return {
      userId: idUsuario ?? null,
      email: email?.trim() || null,
      emails: said(selecionadoExternoVarios),
      groupEmails: said(emailGrupoExterno),
    };
  }

  static namedProblems({ email = '', selecionadoExternoVarios = [], emailGrupoExterno = [] }: NamedBody): FieldProblem[] {
    return [
      ...(email.trim() === '' ? [] : formatProblems(email, ['email'])),
      ...selecionadoExternoVarios.flatMap((each, index, all) => addressProblems(each, ['selecionadoExternoVarios', index], all)),
      ...emailGrupoExterno.flatMap((each, index) => addressProblems(each, ['emailGrupoExterno', index], [])),
    ];
  }
}

const said = (addresses: readonly string[]) => addresses.map((each) => each.trim()).filter((each) => each !== '');
const folded = (address: string) => address.trim().toLowerCase();

const formatProblems = (address: string, path: (string | number)[]): FieldProblem[] =>
  isEmail(address.trim()) ? [] : [{ path, code: 'FORMAT', details: { type: 'email' } }];

/** An empty one is as good as none. */
function addressProblems(address: string, path: [string, number], all: readonly string[]): FieldProblem[] {
  if (address.trim() === '') return [];
  const isSecond = all.findIndex((other) => folded(other) === folded(address)) < path[1] && all.length > 0;
  return [...formatProblems(address, path), ...(isSecond ? [{ path, code: 'DUPLICATE' } as const] : [])];
}
