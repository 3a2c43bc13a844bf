import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { OPERATION, type OperationSpec } from '../openapi/operation-spec';
import { tellDeprecation } from '../server/deprecation';
import { contextOf, type HttpRequest, type HttpResponse } from '../server/request-context';

/** Refuses a route without `@Operation`; stores the operation for the later guards, the log and the errors. */
@Injectable()
export class OperationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const spec = this.reflector.get<OperationSpec | undefined>(OPERATION, context.getHandler());
    if (!spec) throw new Error('a route without @Operation');
    const http = context.switchToHttp();
    const requestContext = contextOf(http.getRequest<HttpRequest>());
    requestContext.spec = spec;
    if (spec.names) requestContext.names = spec.names;
    if (spec.deprecated) tellDeprecation(http.getResponse<HttpResponse>(), spec.deprecated);
    return true;
  }
}
