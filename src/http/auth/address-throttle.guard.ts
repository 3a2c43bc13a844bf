import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { isApi } from '../openapi/operation-spec';
import { specOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { CallLimits } from './call-limits';

/** Rate limits per address: for share links and operations without a token, before a password is checked. */
@Injectable()
export class AddressThrottleGuard implements CanActivate {
  constructor(private readonly limits: CallLimits) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const spec = specOf(request);
    if (spec.limited === 'link') await this.limits.ofLinks(request, http.getResponse<HttpResponse>());
    else if (spec.permission === null && isApi(spec)) await this.limits.ofAddress(request, http.getResponse<HttpResponse>());
    return true;
  }
}
