import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { refuseIfCallerIsGone } from '../server/client-gone';
import { specOf, type HttpRequest } from '../server/request-context';

/** Begins no change for whoever has hung up. Where there is a body, that is asked once it has been read. */
@Injectable()
export class CallerPresentGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    return specOf(request).body || request.method === 'GET' ? true : refuseIfCallerIsGone(request).then(() => true);
  }
}
