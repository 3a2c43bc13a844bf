import { ApiProperty } from '@nestjs/swagger';
import type { LoginInput } from '#application/auth/login.use-case';
import type { RefreshInput } from '#application/auth/refresh-token.use-case';
import type { OpenedSession } from '#application/auth/session-opener';
import type { TimeZone } from '#application/support/time-zone';
import { Flag, Guid, Integer, Text } from '../validation/decorators';

export class LoginBody {
  @Text({ description: 'Login; case, accents and surrounding blanks do not matter.', required: true, max: 250, example: 'demo' })
  username!: string;

  @Text({ description: 'Password.', required: true, max: 1000, example: 'Acervo@2026' })
  password!: string;

  @Text({ description: 'Name of the calling program. Not used.', max: 250, allowEmpty: true, example: 'ERP' })
  aplicacao?: string;

  @Integer({ description: 'Lifetime of the session in minutes; 0 or absent: 7200. Capped at the configured maximum.', example: 0 })
  tempoExpiracao?: number;

  @Flag({ description: 'Exclusive session: ends every other session of the user, and the next login ends it.', example: false })
  utilizacaoUnica?: boolean;

  static toInput({ username, password, tempoExpiracao, utilizacaoUnica }: LoginBody): LoginInput {
    return { login: username, password, lifetimeMinutes: tempoExpiracao ?? 0, exclusive: utilizacaoUnica ?? false };
  }
}

export class RefreshBody {
  @Guid({ description: 'As answered by the login.', required: true })
  idUsuario!: string;

  @Text({ description: 'Login.', required: true, max: 250, example: 'demo' })
  username!: string;

  @Text({ description: 'The latest refresh token; each works once.', required: true, max: 500 })
  refreshToken!: string;

  static toInput({ idUsuario, username, refreshToken }: RefreshBody): RefreshInput {
    return { userId: idUsuario, login: username, refreshToken };
  }
}

export class SessionAnswer {
  @ApiProperty({ format: 'uuid' }) IdUsuario!: string;
  @ApiProperty({ example: 'Usuário de Demonstração' }) NomeUsuario!: string;
  @ApiProperty({ example: 'demo' }) Login!: string;
  @ApiProperty({ description: 'For the Authorization header: `Bearer <Token>`.' }) Token!: string;
  @ApiProperty({ description: 'ISO 8601 with offset.', example: '2026-11-26T14:00:00.000-03:00' }) ExpiracaoToken!: string;
  @ApiProperty({ description: 'For operation 1.2; works once.' }) RefreshToken!: string;
  @ApiProperty({ description: 'ISO 8601 with offset.', example: '2026-12-05T14:00:00.000-03:00' }) ExpiracaoRefreshToken!: string;

  static from(session: OpenedSession, timeZone: TimeZone): SessionAnswer {
    return {
      IdUsuario: session.userId,
      NomeUsuario: session.name,
      Login: session.login,
      Token: session.token,
      ExpiracaoToken: timeZone.iso(session.expiresAt),
      RefreshToken: session.refreshToken,
      ExpiracaoRefreshToken: timeZone.iso(session.refreshExpiresAt),
    };
  }
}
