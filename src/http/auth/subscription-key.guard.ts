import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { CheckSubscription } from '#application/access/check-subscription';
import { isApi, type OperationSpec } from '../openapi/operation-spec';
import { contextOf, specOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { CallLimits } from './call-limits';

/** Checks the `SubscriptionKey` where required: at logins, too. */
@Injectable()
export class SubscriptionKeyGuard implements CanActivate {
  constructor(
    private readonly subscriptions: CheckSubscription,
    private readonly limits: CallLimits,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<HttpRequest>();
    const spec = specOf(request);
    return isApi(spec) && this.subscriptions.isRequired ? this.check(spec, request, http.getResponse<HttpResponse>()) : true;
  }

  private async check(spec: OperationSpec, request: HttpRequest, response: HttpResponse): Promise<boolean> {
    const check = () => this.subscriptions.execute(keyOf(request));
    // A call without a token was already counted by its address.
    contextOf(request).subscription = await (spec.permission === null ? check() : this.limits.countingStrangers(request, response, check));
    return true;
  }
}

function keyOf(request: HttpRequest): string | undefined {
  const key = request.headers['subscriptionkey'];
  return typeof key === 'string' ? key.trim() : undefined;
}
