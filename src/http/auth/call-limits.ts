import { Injectable } from '@nestjs/common';
import { addressBlock } from '#application/access/address-block';
import { Throttle, type RateState } from '#application/access/throttle';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { CallerAddress } from './caller-address';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { tellLimits } from './rate-limit-headers';

/** One page may show many shared files, and a reader of one asks for it in pieces. */
const LINKS_PER_CALL = 10;

/** How often who may call, told with every answer: users by their client, everybody else by the address that they come from. */
@Injectable()
export class CallLimits {
  constructor(
    private readonly throttle: Throttle,
    private readonly addresses: CallerAddress,
  ) {}

  async ofClient(actor: Actor, response: HttpResponse): Promise<void> {
    if (!this.throttle.isOn) return;
    refuse(response, await this.throttle.countUser(actor.userId));
    refuse(response, await this.throttle.count(actor.homeClientId ?? actor.userId));
  }

  /** Of tokens and keys that are none, the token of the metrics among them: apart from logins, which somebody else at the address may need. */
  async ofStrangers(request: HttpRequest, response: HttpResponse): Promise<void> {
    if (this.throttle.isOn) refuse(response, await this.throttle.count(`none ${this.blockOf(request)}`));
  }

  /** Counts whom `admit` refuses as one of them. */
  async countingStrangers<Admitted>(request: HttpRequest, response: HttpResponse, admit: () => Promise<Admitted>): Promise<Admitted> {
    try {
      return await admit();
    } catch (error) {
      if (error instanceof DomainError) await this.ofStrangers(request, response);
      throw error;
    }
  }

  /** Of logins and renewals. */
  async ofAddress(request: HttpRequest, response: HttpResponse): Promise<void> {
    if (this.throttle.isOn) refuse(response, await this.throttle.count(`from ${this.blockOf(request)}`));
  }

  async ofLinks(request: HttpRequest, response: HttpResponse): Promise<void> {
    if (this.throttle.isOn) refuse(response, await this.throttle.count(`link ${this.blockOf(request)}`, LINKS_PER_CALL));
  }

  private blockOf(request: HttpRequest): string {
    return addressBlock(this.addresses.originOf(request).address);
  }
}

function refuse(response: HttpResponse, states: readonly RateState[]): void {
  if (states.length === 0) return;
  tellLimits(response, states);
  const over = states.filter(({ remaining }) => remaining < 0).map(({ resets }) => resets);
  if (over.length > 0) throw new DomainError('RATE_LIMITED', [], { seconds: Math.max(...over) });
}
