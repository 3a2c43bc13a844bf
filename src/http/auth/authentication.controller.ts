import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Login } from '#application/auth/login.use-case';
import { Logout } from '#application/auth/logout.use-case';
import { RefreshToken } from '#application/auth/refresh-token.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Actor } from '#domain/access/actor';
import { CallerAddress } from './caller-address';
import type { HttpRequest } from '../server/request-context';
import { Operation } from '../openapi/operation';
import { CurrentUser } from '../validation/parameters';
import { LoginBody, RefreshBody, SessionAnswer } from './login.dto';

@ApiTags('Authentication')
@Controller('api/Autenticacao')
export class AuthenticationController {
  constructor(
    private readonly login: Login,
    private readonly refreshToken: RefreshToken,
    private readonly logout: Logout,
    private readonly timeZone: TimeZone,
    private readonly addresses: CallerAddress,
  ) {}

  @Operation({
    number: '1.1',
    version: 'V1',
    summary: 'Generate an authentication token',
    description:
      'A wrong user and a wrong password get the same 401. After more than five failures in a row the login is refused for some minutes (same 401). ' +
      'The account of a program sends one of its API keys as the password: the session has the rights of the key and ends with it, and failures of others do not lock it out.',
    permission: null,
    reach: 'nothing',
    dryRun: 'refused',
    body: { type: LoginBody, example: { username: 'demo', password: 'Acervo@2026', utilizacaoUnica: false } },
    answer: { status: 201, description: 'The session.', type: SessionAnswer },
    refusals: { codes: ['CREDENTIALS_INVALID'] },
  })
  @Post('Login')
  async signIn(@Body() body: LoginBody, @Req() request: HttpRequest): Promise<SessionAnswer> {
    return SessionAnswer.from(await this.login.execute(LoginBody.toInput(body), this.addresses.originOf(request)), this.timeZone);
  }

  @Operation({
    number: '1.2',
    version: 'V1',
    summary: 'Refresh the authentication token',
    description:
      'Refresh tokens rotate: each works once, and using an old one again ends the session. Only the last one may be sent again for 30 seconds, by a client whose answer was lost: it gets the same new tokens. The access token that was replaced works for another 60 seconds. ' +
      'A session ends 30 days after its login (`SESSION_DAYS` of the service), whatever is renewed.',
    permission: null,
    reach: 'nothing',
    dryRun: 'refused',
    body: {
      type: RefreshBody,
      example: { idUsuario: '01938d5e-0f3c-7c6a-9f64-0e0f3f1a2b4c', username: 'demo', refreshToken: 'AZON…' },
    },
    answer: { status: 201, description: 'The session with new tokens.', type: SessionAnswer },
    refusals: { codes: ['REFRESH_INVALID'] },
  })
  @Post('RefreshToken')
  async refresh(@Body() body: RefreshBody, @Req() request: HttpRequest): Promise<SessionAnswer> {
    const origin = this.addresses.originOf(request);
    return SessionAnswer.from(await this.refreshToken.execute(RefreshBody.toInput(body), origin), this.timeZone);
  }

  @Operation({
    number: null,
    summary: 'Log out',
    description:
      'Ends the session of the token: neither the token nor its renewal works any more. Other sessions of the user go on, and so does an API key that is sent in the place of a token.',
    permission: 'own',
    reach: 'nothing',
    dryRun: 'unknown',
    beforePasswordChange: true,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
  })
  @Post('Logout')
  async signOut(@CurrentUser() actor: Actor): Promise<string> {
    await this.logout.execute(actor);
    return 'Ok!';
  }
}
