import { ApiProperty } from '@nestjs/swagger';
import { isNetwork } from '#application/access/networks';
import type { MadeKey, NewKey } from '#application/service-accounts/key-administration';
import type { NewServiceAccount } from '#application/service-accounts/create-service-account.use-case';
import { DAY_MS } from '#application/support/settings';
import type { TimeZone } from '#application/support/time-zone';
import { isOfPrograms } from '#domain/access/key-terms';
import { PERMISSIONS, readPermissions, type Permission } from '#domain/access/permission';
import type { FieldProblem } from '#domain/errors';
import type { ApiKey } from '#domain/users/api-key';
import type { StoredUser } from '#domain/users/user';
import { Guid, Integer, Text, TextList } from '../validation/decorators';
import { UserAnswer } from '../users/users.dto';

const MOST_DAYS = 365;
const DEFAULT_DAYS = 90;
const DEFAULT_OVERLAP_HOURS = 48;

export class AccountPath {
  @Guid({ description: 'Service account: the `idUsuario` of the program.', required: true })
  idConta!: string;
}

export class KeyPath extends AccountPath {
  @Guid({ description: 'Key of the account.', required: true })
  idChave!: string;
}

export class CreateAccountBody {
  @Text({ description: 'Unique in the whole service, ignoring case.', required: true, max: 50, example: 'erp-notas' })
  login!: string;

  @Text({ description: 'What the program is called.', required: true, max: 250, example: 'ERP' })
  nome!: string;

  @Guid({ description: 'Client that the account belongs to.', required: true })
  idCliente!: string;

  @Guid({ description: 'The person who answers for the program: an active user of the client.', required: true })
  idResponsavel!: string;

  static toInput({ login, nome, idResponsavel }: CreateAccountBody): NewServiceAccount {
    return { login: login.trim(), name: nome.trim(), responsibleId: idResponsavel };
  }
}

export class ResponsibleBody {
  @Guid({ description: 'The person who answers for the program from now on: an active user of the client.', required: true })
  idResponsavel!: string;
}

export class CreateKeyBody {
  @Text({ description: 'What the key is for.', required: true, max: 100, example: 'produção' })
  nome!: string;

  @Integer({ description: `Days that the key is good for; ${DEFAULT_DAYS} unless given.`, min: 1, max: MOST_DAYS, example: 90 })
  validadeDias?: number;

  @TextList({
    description: `What the key is for: \`${PERMISSIONS.filter(isOfPrograms).join('`, `')}\`.`,
    required: true,
    max: PERMISSIONS.length,
    maxText: 40,
    example: ['document:create', 'file:add'],
  })
  permissoes!: string[];

  @Guid({ description: 'Only at this level and below; absent: wherever the account may.', filled: true })
  idArvoreOrganizacional?: string;

  @TextList({
    description: 'Only from these addresses: networks in CIDR notation, or single addresses. Absent or empty: from anywhere.',
    max: 50,
    maxText: 50,
    example: ['203.0.113.0/24'],
  })
  redes?: string[];

  static checkMembers({ permissoes, redes }: Partial<CreateKeyBody>): FieldProblem[] {
    const known = new Set<string>(PERMISSIONS);
    const none: FieldProblem[] = permissoes?.length === 0 ? [{ path: ['permissoes'], code: 'REQUIRED' }] : [];
    const unknown = (permissoes ?? []).flatMap((word, index): FieldProblem[] =>
      typeof word !== 'string' || known.has(word)
        ? []
        : [{ path: ['permissoes', index], code: 'NOT_AN_OPTION', details: { options: PERMISSIONS.join(', ') } }],
    );
    const unread = (redes ?? []).flatMap((text, index): FieldProblem[] =>
      typeof text !== 'string' || isNetwork(text) ? [] : [{ path: ['redes', index], code: 'FORMAT', details: { type: 'network' } }],
    );
    return [...none, ...unknown, ...unread];
  }

  static toInput({ nome, validadeDias = DEFAULT_DAYS, permissoes, idArvoreOrganizacional, redes = [] }: CreateKeyBody): NewKey {
    return {
      name: nome.trim(),
      lifeMs: validadeDias * DAY_MS,
      permissions: readPermissions([...new Set(permissoes)]),
      nodeId: idArvoreOrganizacional ?? null,
      networks: [...new Set(redes)],
    };
  }
}

export class ReplaceKeyBody {
  @Integer({
    description: `Hours for which the old key goes on, at most to its own end; ${DEFAULT_OVERLAP_HOURS} unless given, 0: not at all.`,
    min: 0,
    max: 168,
    example: 48,
  })
  sobreposicaoHoras?: number;

  static hoursOf({ sobreposicaoHoras = DEFAULT_OVERLAP_HOURS }: ReplaceKeyBody): number {
    return sobreposicaoHoras;
  }
}

export class CreatedAccountAnswer {
  @ApiProperty({ format: 'uuid', description: 'Id of the account; it is the `idUsuario` of the program everywhere else.' })
  idConta!: string;
}

export class AccountAnswer extends UserAnswer {
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null: nobody answers for it.' })
  idResponsavel!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'From then on it is inactive. Null: no end is planned.' })
  dataInativacao!: string | null;

  static ofAccount(user: StoredUser, timeZone: TimeZone): AccountAnswer {
    const ends = user.inactiveFrom && timeZone.iso(user.inactiveFrom);
    return { ...UserAnswer.from(user), idResponsavel: user.responsibleId, dataInativacao: ends };
  }
}

export class AccountsAnswer {
  @ApiProperty({ example: 3 }) QtdContas!: number;
  @ApiProperty({ example: 1 }) TotalPaginas!: number;
  @ApiProperty({ type: [AccountAnswer] }) Contas!: AccountAnswer[];
}

export class ApiKeyAnswer {
  @ApiProperty({ format: 'uuid' }) idChave!: string;
  @ApiProperty({ example: 'produção' }) nome!: string;
  @ApiProperty({ example: 'acv_R4nd0mAb', description: 'Its beginning, by which you know it in your configuration.' }) prefixo!: string;
  @ApiProperty({ type: [String], enum: PERMISSIONS, enumName: 'Permission', example: ['document:create', 'file:add'] })
  permissoes!: Permission[];
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Null: wherever the account may.' })
  idArvoreOrganizacional!: string | null;
  @ApiProperty({ type: [String], example: ['203.0.113.0/24'], description: 'Empty: from anywhere.' }) redes!: string[];
  @ApiProperty({ format: 'date-time' }) dataCadastro!: string;
  @ApiProperty({ format: 'date-time', description: 'From then on it is refused; of an ended key: when it was ended.' }) expiraEm!: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'To within ten minutes; null: never used.' })
  ultimoUso!: string | null;
  @ApiProperty({ format: 'uuid', description: 'Who made it.' }) idUsuario!: string;

  static from(key: ApiKey, timeZone: TimeZone): ApiKeyAnswer {
    return {
      idChave: key.id,
      nome: key.name,
      prefixo: key.prefix,
      permissoes: [...key.permissions],
      idArvoreOrganizacional: key.nodeId,
      redes: [...key.networks],
      dataCadastro: timeZone.iso(key.createdAt),
      expiraEm: timeZone.iso(key.endsAt),
      ultimoUso: key.lastUsedAt && timeZone.iso(key.lastUsedAt),
      idUsuario: key.createdBy,
    };
  }
}

export class MadeKeyAnswer extends ApiKeyAnswer {
  @ApiProperty({
    example: 'acv_R4nd0mAb_<43 letras e 4 de conferência>',
    description: 'The key, for `Authorization: Bearer`. Shown this once; keep it like a password.',
  })
  chave!: string;

  static of({ key, text }: MadeKey, timeZone: TimeZone): MadeKeyAnswer {
    return { ...ApiKeyAnswer.from(key, timeZone), chave: text };
  }
}
