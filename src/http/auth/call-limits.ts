import { Injectable } from '@nestjs/common';
import { addressBlock } from '#application/access/address-block';
import { Throttle, type RateState } from '#application/access/throttle';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { CallerAddress } from './caller-address';
import { contextOf, type HttpRequest, type HttpResponse } from '../server/request-context';
import { tellLimits } from './rate-limit-headers';

/** One page may show many shared files, and a viewer requests a file in ranges. */
const LINKS_PER_CALL = 10;
/** The scripts, styles and fonts of a page. */
const PAGES_PER_CALL = 50;

/** Rate limits, sent with every answer: per user and client, or per address where there is no user. */
@Injectable()
export class CallLimits {
  constructor(
    private readonly throttle: Throttle,
    private readonly addresses: CallerAddress,
  ) {}

  get isOn(): boolean {
    return this.throttle.isOn;
  }

  async ofClient(actor: Actor, request: HttpRequest, response: HttpResponse): Promise<void> {
    if (!this.throttle.isOn) return;
    const user = await this.throttle.countUser(actor.userId);
    if (user.some(isOver)) refuse(response, user);
    const client = await this.throttle.count(actor.homeClientId ?? actor.userId);
    refuse(response, client.length > 0 ? client : user);
    contextOf(request).rates = { user, client };
  }

  /** Counts invalid tokens and keys (the metrics token too) apart from logins, so that they do not block logins from the address. */
  async ofStrangers(request: HttpRequest, response: HttpResponse): Promise<void> {
    if (this.throttle.isOn) refuse(response, await this.throttle.countAddress(`none ${this.blockOf(request)}`));
  }

  /** Counts a refusal by `admit` as one of them. */
  async countingStrangers<Admitted>(request: HttpRequest, response: HttpResponse, admit: () => Promise<Admitted>): Promise<Admitted> {
    try {
      return await admit();
    } catch (error) {
      if (error instanceof DomainError) await this.ofStrangers(request, response);
      throw error;
    }
  }

  /** Logins and renewals. */
  async ofAddress(request: HttpRequest, response: HttpResponse): Promise<void> {
    if (this.throttle.isOn) refuse(response, await this.throttle.countAddress(`from ${this.blockOf(request)}`));
  }

  async ofLinks(request: HttpRequest, response: HttpResponse): Promise<void> {
    if (this.throttle.isOn) refuse(response, await this.throttle.countAddress(`link ${this.blockOf(request)}`, LINKS_PER_CALL));
  }

  /** Pages with their files, which need no archive: they are shown while calls cannot be counted. */
  async ofPages(request: HttpRequest, response: HttpResponse): Promise<void> {
    if (!this.throttle.isOn) return;
    const states = await this.throttle.countAddress(`page ${this.blockOf(request)}`, PAGES_PER_CALL).catch(() => []);
    refuse(response, states);
  }

  private blockOf(request: HttpRequest): string {
    return addressBlock(this.addresses.originOf(request).address);
  }
}

const isOver = ({ remaining }: RateState) => remaining < 0;

function refuse(response: HttpResponse, states: readonly RateState[]): void {
  if (states.length === 0) return;
  tellLimits(response, states);
  const over = states.filter(isOver).map(({ resets }) => resets);
  if (over.length > 0) throw new DomainError('RATE_LIMITED', [], { seconds: Math.max(...over) });
}
