import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, AuthModuleOptions } from '@nestjs/passport';
import { DomainError } from '#domain/errors';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { CallLimits } from './call-limits';
import { PUBLIC } from './public.decorator';

/** Sets `request.user` by the strategy that its module names (jwt.strategy.ts). */
@Injectable()
export class JwtAuthGuard extends AuthGuard() {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: CallLimits,
    options: AuthModuleOptions,
  ) {
    super(options);
  }

  /** Like other guards, answers without a promise where it need not wait. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (this.reflector.get<true | undefined>(PUBLIC, context.getHandler())) return true;
    const http = context.switchToHttp();
    const authenticate = () => super.canActivate(context) as Promise<boolean>;
    return this.limits.countingStrangers(http.getRequest<HttpRequest>(), http.getResponse<HttpResponse>(), authenticate);
  }

  /** `user`: false without a valid token; any other error is thrown unchanged. */
  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error || !user) throw error || new DomainError('TOKEN_INVALID');
    return user;
  }
}
