import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isApi } from '../openapi/operation-spec';
import { specOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { CallLimits } from './call-limits';

/** Rate limits per address: for share links and operations without a token, before a password is checked. */
@Injectable()
export class AddressThrottleGuard implements CanActivate {
  constructor(private readonly limits: CallLimits) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (!this.limits.isOn) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const spec = specOf(request);
    const response = http.getResponse<HttpResponse>();
    if (spec.limited === 'link') return this.limits.ofLinks(request, response).then(() => true);
    if (spec.permission === null && isApi(spec)) return this.limits.ofAddress(request, response).then(() => true);
    return true;
  }
}
