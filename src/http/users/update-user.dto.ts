import type { UpdateUserInput } from '#application/users/update-user.use-case';
import type { FieldProblem } from '#domain/errors';
import type { Culture } from '#domain/users/user';
import { CalendarDay, Flag, Guid, Integer, Text } from '../validation/decorators';
import { contactProblems, none, PHONE } from './create-user.dto';

/** What is named changes; `null` takes a value away. */
export class UpdateUserBody {
  @Text({ description: 'Full name.', max: 250, example: 'Maria da Silva' })
  nome?: string;

  @Text({ description: 'E-mail.', max: 50, format: 'email', example: 'maria@exemplo.com.br', clears: true })
  email?: string | null;

  @Text({ description: '`(00) 0000-0000`.', max: 15, allowEmpty: true, pattern: PHONE, example: '(31) 3333-4444', clears: true })
  telefoneFixo?: string | null;

  @Text({ description: '`(00) 00000-0000`.', max: 15, allowEmpty: true, pattern: PHONE, example: '(31) 99999-8888', clears: true })
  telefoneCelular?: string | null;

  @Guid({ description: 'Immediate superior: a user.', clears: true })
  idChefe?: string | null;

  @Integer({ description: 'Documents per page of a search.', min: 10, max: 500, example: 50 })
  registrosPorPagina?: number;

  @Flag({ description: 'Whether the password must be changed before anything else.', example: false })
  alteraSenhaProximoLogin?: boolean;

  @Integer({ description: 'Months that the next password is good for; `null`: without end.', min: 1, max: 99, clears: true })
  frequenciaTrocaSenha?: number | null;

  @CalendarDay({ description: 'First day on which the user is inactive; `null`: none.', clears: true })
  dataAgendamentoInativacao?: string | null;

  @Guid({ description: 'Working hours.', clears: true })
  idHorarioTrabalho?: string | null;

  @Integer({ description: '1 Portuguese, 2 Spanish, 3 English.', min: 1, max: 3, example: 1 })
  idCultura?: number;

  @Guid({ description: 'Calendar.', clears: true })
  idCalendario?: string | null;

  @Flag({ description: 'Whether the user is told of documents that fall due.', example: false })
  notificacaoTTD?: boolean;

  @Guid({ description: 'Group of superiors.', clears: true })
  idGrupoChefeImediato?: string | null;

  static checkMembers(body: Partial<UpdateUserBody>): FieldProblem[] {
    return contactProblems(body);
  }

  static toInput(body: UpdateUserBody): UpdateUserInput {
    const named = {
      name: body.nome?.trim(),
      email: body.email === undefined ? undefined : none(body.email),
      landline: body.telefoneFixo === undefined ? undefined : none(body.telefoneFixo),
      mobile: body.telefoneCelular === undefined ? undefined : none(body.telefoneCelular),
      managerId: body.idChefe,
      managerGroupId: body.idGrupoChefeImediato,
      pageSize: body.registrosPorPagina,
      mustChangePassword: body.alteraSenhaProximoLogin,
      passwordMonths: body.frequenciaTrocaSenha,
      inactiveFromDay: body.dataAgendamentoInativacao,
      workScheduleId: body.idHorarioTrabalho,
      culture: body.idCultura as Culture | undefined,
      calendarId: body.idCalendario,
      notifiedOfDue: body.notificacaoTTD,
    };
    return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  }
}
