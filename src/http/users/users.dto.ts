import { ApiProperty } from '@nestjs/swagger';
import type { UserWithGrants } from '#application/users/get-user.use-case';
import type { GrantInput } from '#application/users/set-permissions.use-case';
import { fold } from '#domain/text';
import type { StoredUser } from '#domain/users/user';
import { Choice, Guid, Integer, Text } from '../validation/decorators';

export class UserPath {
  @Guid({ description: 'User.', required: true })
  IdUsuario!: string;
}

export class UsersQuery {
  @Integer({ description: 'Page, from 1.', min: 1, max: 1_000_000_000, example: 1 })
  Pagina?: number;

  @Integer({ description: "Users per page; the caller's own number unless given.", min: 1, max: 500 })
  TamanhoPagina?: number;

  @Text({ description: 'Part of the login or name, ignoring case and accents.', max: 250, example: 'silva' })
  texto?: string;

  @Choice(['A', 'I'], { description: 'A active, I inactive; absent: all.', example: 'A' })
  status?: 'A' | 'I';

  static filterOf({ texto, status }: UsersQuery) {
    return { ...(texto?.trim() && { text: fold(texto) }), ...(status && { active: status === 'A' }) };
  }
}

export class PasswordBody {
  @Text({
    description: 'At least 8 characters with upper and lower case, a digit and a special character.',
    required: true,
    max: 128,
    example: 'Segredo@2027',
  })
  novaSenha!: string;
}

export class StatusBody {
  @Choice(['A', 'I'], { description: 'A active, I inactive.', required: true, example: 'I' })
  novoStatus!: 'A' | 'I';
}

export class GrantBody {
  @Guid({ description: 'Client.', required: true })
  idCliente!: string;

  @Guid({ description: 'Unit that serves the client; absent: any.', filled: true })
  idUnidade?: string;

  @Guid({ description: 'Level, with those under it; absent: the whole tree.', filled: true })
  idArvoreOrganizacional?: string;

  @Guid({ description: 'Profile.', required: true })
  idPerfil!: string;

  static toInputs(grants: readonly GrantBody[]): GrantInput[] {
    return grants.map(({ idCliente, idUnidade = null, idArvoreOrganizacional = null, idPerfil }, index) => ({
      clientId: idCliente,
      unitId: idUnidade,
      nodeId: idArvoreOrganizacional,
      profileId: idPerfil,
      path: [index],
    }));
  }
}

class GrantAnswer {
  @ApiProperty({ format: 'uuid' }) idCliente!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idUnidade!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idArvoreOrganizacional!: string | null;
  @ApiProperty({ format: 'uuid' }) idPerfil!: string;
  @ApiProperty({ example: 'Leitor' }) nomePerfil!: string;
}

export class UserAnswer {
  @ApiProperty({ format: 'uuid' }) idUsuario!: string;
  @ApiProperty({ example: 'maria.silva' }) login!: string;
  @ApiProperty({ example: 'Maria da Silva' }) nome!: string;
  @ApiProperty({ type: String, nullable: true }) email!: string | null;
  @ApiProperty({ enum: ['A', 'I'] }) status!: 'A' | 'I';
  @ApiProperty({ format: 'uuid' }) idCliente!: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) idUnidade!: string | null;
  @ApiProperty() clienteMaster!: boolean;
  @ApiProperty({ example: 50 }) registrosPorPagina!: number;
  @ApiProperty() alteraSenhaProximoLogin!: boolean;
  @ApiProperty({ type: Number, nullable: true }) frequenciaTrocaSenha!: number | null;

  static from(user: StoredUser): UserAnswer {
    return {
      idUsuario: user.id,
      login: user.login,
      nome: user.name,
      email: user.email,
      status: user.active ? 'A' : 'I',
      idCliente: user.clientId,
      idUnidade: user.unitId,
      clienteMaster: user.wholeClient,
      registrosPorPagina: user.pageSize,
      alteraSenhaProximoLogin: user.mustChangePassword,
      frequenciaTrocaSenha: user.passwordMonths,
    };
  }
}

export class UserWithGrantsAnswer extends UserAnswer {
  @ApiProperty({ type: [GrantAnswer] }) permissoes!: GrantAnswer[];

  static of({ user, grants }: UserWithGrants): UserWithGrantsAnswer {
    return {
      ...UserAnswer.from(user),
      permissoes: grants.map(({ clientId, unitId, nodeId, profile }) => ({
        idCliente: clientId,
        idUnidade: unitId,
        idArvoreOrganizacional: nodeId,
        idPerfil: profile.id,
        nomePerfil: profile.name,
      })),
    };
  }
}

export class UsersAnswer {
  @ApiProperty({ example: 42 }) QtdUsuarios!: number;
  @ApiProperty({ example: 1 }) TotalPaginas!: number;
  @ApiProperty({ type: [UserAnswer] }) Usuarios!: UserAnswer[];
}
