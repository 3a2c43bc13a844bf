import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '#domain/errors';
import { specOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { CallLimits } from './call-limits';

/** Rate limits per user and client, known after authentication. Refuses users who must change their password. */
@Injectable()
export class ClientThrottleGuard implements CanActivate {
  constructor(private readonly limits: CallLimits) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const { user } = request;
    if (!user) return true;
    const isDue = user.mustChangePassword && !specOf(request).beforePasswordChange;
    if (!isDue && !this.limits.isOn) return true;
    return this.limits.ofClient(user, request, http.getResponse<HttpResponse>()).then(() => {
      if (isDue) throw new DomainError('PASSWORD_CHANGE_REQUIRED');
      return true;
    });
  }
}
