import type { CreateUserInput, UserClaims } from '#application/users/create-user.use-case';
import { isEmail } from '#domain/email';
import type { FieldProblem } from '#domain/errors';
import type { Culture } from '#domain/users/user';
import { CalendarDay, Flag, Guid, Integer, readable, Text } from '../validation/decorators';

/** Or none. */
export const PHONE = /^(?:\(\d{2}\) \d{4,5}-\d{4})?$/;

export const none = (text: string | null | undefined) => text?.trim() || null;

interface Contacts {
  email?: string | null;
  telefoneFixo?: string | null;
  telefoneCelular?: string | null;
}

export function contactProblems({ email, telefoneFixo, telefoneCelular }: Contacts): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (readable(email) !== null && !isEmail((email as string).trim()))
    problems.push({ path: ['email'], code: 'FORMAT', details: { type: 'email' } });
  for (const [name, phone] of Object.entries({ telefoneFixo, telefoneCelular })) {
    if (none(phone) && !PHONE.test(phone as string)) problems.push({ path: [name], code: 'FORMAT', details: { type: 'phone' } });
  }
  return problems;
}

/** Values for "". */
const DEFAULTS = { pageSize: 50, culture: 1 } as const;

/** Contract 9.1: all values are texts, and "" means absent. */
export class CreateUserBody {
  @Text({ description: 'Unique in the whole service, ignoring case.', required: true, max: 50, example: 'maria.silva' })
  login!: string;

  @Text({ description: 'Full name.', required: true, max: 250, example: 'Maria da Silva' })
  nome!: string;

  @Text({ description: 'E-mail.', required: true, max: 50, format: 'email', example: 'maria@exemplo.com.br' })
  email!: string;

  @Text({
    description: 'At least 8 characters with upper and lower case, a digit and a special character.',
    required: true,
    max: 128,
    example: 'Segredo@2026',
  })
  senha!: string;

  @Text({ description: '`(00) 0000-0000`, or "".', max: 15, allowEmpty: true, pattern: PHONE, example: '(31) 3333-4444' })
  telefoneFixo?: string;

  @Text({ description: '`(00) 00000-0000`, or "".', max: 15, allowEmpty: true, pattern: PHONE, example: '(31) 99999-8888' })
  telefoneCelular?: string;

  @Guid({ description: 'Immediate superior: a user.' })
  idChefe?: string;

  @Integer({ description: 'Documents per page of a search; "": 50.', min: 10, max: 500, example: 50 })
  registrosPorPagina?: number;

  @Flag({ description: '1: the password must be changed before anything else; 0 or "": not.', example: false })
  alteraSenhaProximoLogin?: boolean;

  @Integer({ description: 'Months that a password is good for; "": without end.', min: 1, max: 99 })
  frequenciaTrocaSenha?: number;

  @CalendarDay({ description: 'First day on which the user is inactive, yyyy-MM-dd; "": none.' })
  dataAgendamentoInativacao?: string;

  @Guid({ description: 'Working hours.' })
  idHorarioTrabalho?: string;

  @Integer({ description: '1 Portuguese, 2 Spanish, 3 English; "": 1.', min: 1, max: 3, example: 1 })
  idCultura?: number;

  @Guid({ description: 'Calendar.' })
  idCalendario?: string;

  @Flag({ description: '1: is told of documents that fall due; 0 or "": is not.', example: false })
  notificacaoTTD?: boolean;

  @Flag({
    description: `1: the client's whole tree with its default profile; 0 or "": no level until permissions are set.`,
    example: true,
  })
  clienteMaster?: boolean;

  @Guid({ description: 'Group of superiors.' })
  idGrupoChefeImediato?: string;

  @Guid({ description: 'Client that the user belongs to.', required: true })
  idClientePermissao!: string;

  @Guid({ description: 'Unit that serves this client.', required: true })
  idUnidadePermissao!: string;

  static checkMembers(body: Partial<CreateUserBody>): FieldProblem[] {
    return contactProblems(body);
  }

  /** Values that the archive can check. */
  static toClaims(body: CreateUserBody): UserClaims {
    return {
      login: readable(body.login)?.trim() ?? null,
      password: readable(body.senha),
      managerId: readable(body.idChefe),
      inactiveFromDay: readable(body.dataAgendamentoInativacao),
      wholeClient: body.clienteMaster ?? false,
      clientId: readable(body.idClientePermissao),
      unitId: readable(body.idUnidadePermissao),
    };
  }

  static toInput(body: CreateUserBody): CreateUserInput {
    return {
      login: body.login.trim(),
      name: body.nome.trim(),
      email: body.email.trim(),
      password: body.senha,
      landline: none(body.telefoneFixo),
      mobile: none(body.telefoneCelular),
      managerId: body.idChefe ?? null,
      managerGroupId: body.idGrupoChefeImediato ?? null,
      pageSize: body.registrosPorPagina ?? DEFAULTS.pageSize,
      mustChangePassword: body.alteraSenhaProximoLogin ?? false,
      passwordMonths: body.frequenciaTrocaSenha ?? null,
      inactiveFromDay: body.dataAgendamentoInativacao ?? null,
      workScheduleId: body.idHorarioTrabalho ?? null,
      culture: (body.idCultura as Culture | undefined) ?? DEFAULTS.culture,
      calendarId: body.idCalendario ?? null,
      notifiedOfDue: body.notificacaoTTD ?? false,
      wholeClient: body.clienteMaster ?? false,
      clientId: body.idClientePermissao,
      unitId: body.idUnidadePermissao,
    };
  }
}
