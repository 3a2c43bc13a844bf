import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { refuseIfCallerIsGone } from '../server/client-gone';
import { specOf, type HttpRequest } from '../server/request-context';

/** Starts no change for a closed connection. With a body, the check comes after reading it. */
@Injectable()
export class CallerPresentGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    return specOf(request).body || request.method === 'GET' ? true : refuseIfCallerIsGone(request).then(() => true);
  }
}
