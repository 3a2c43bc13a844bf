import { Injectable } from '@nestjs/common';
import { Authenticate, type CallClaim } from '#application/auth/authenticate.use-case';
import { DomainError } from '#domain/errors';
import { contextOf, specOf, type HttpRequest } from '../server/request-context';
import { DtoPipe } from '../validation/dto.pipe';
import { CallerAddress } from './caller-address';
import { RequestScope } from './request-scope';

/** A body that takes longer is an upload during which permissions may change. */
const LONG_BODY_MS = 1000;

/** Checks while the call goes on: the session once more after a long upload, and the client where only the body names it. */
@Injectable()
export class ScopeAfterBody {
  constructor(
    private readonly authenticate: Authenticate,
    private readonly addresses: CallerAddress,
    private readonly scopes: RequestScope,
    private readonly pipe: DtoPipe,
  ) {}

  async check(request: HttpRequest, bodyMs: number): Promise<void> {
    const { permission, reach } = specOf(request);
    if (permission === null) return;
    if (bodyMs > LONG_BODY_MS) await this.confirm(request, bodyMs);
    if (reach === 'client in body') await this.grantByBody(request);
  }

  /** Session and permissions may have changed during a long upload, or a long wait. */
  async confirm(request: HttpRequest, agoMs: number): Promise<void> {
    request.user = await this.authenticate.execute(request.authInfo as CallClaim, this.addresses.originOf(request), agoMs);
    await this.scopes.grant(request);
  }

  private async grantByBody(request: HttpRequest): Promise<void> {
    const { idCliente: clientId } = (await this.pipe.transform(request.body)) as { idCliente: string | null | undefined };
    if (!clientId) throw new DomainError('INPUT_INVALID', contextOf(request).problems);
    await this.scopes.grantClient(request, clientId);
  }
}
