import type { AddressPolicy } from './addresses';
import type { Deadline } from './deadline';
import { openSocket } from './open-socket';
import type { Settings } from './options';
import { request, type Answer, type Message } from './request';
import { resolveTarget, type Target } from './target';

/** One request and its answer: a look-up of the name, a check of its addresses, and a connection of its own to them. */
export async function exchange(url: URL, message: Message, policy: AddressPolicy, settings: Settings, deadline: Deadline): Promise<Answer> {
  return exchangeWith(await resolveTarget(url, policy, settings, deadline), url, message, policy, settings, deadline);
}

/** The same where the name was looked up before. */
export async function exchangeWith(
  target: Target,
  url: URL,
  message: Message,
  policy: AddressPolicy,
  settings: Settings,
  deadline: Deadline,
): Promise<Answer> {
  const socket = await deadline.within(settings.connectTimeoutMs, openSocket(target, policy, deadline.signal, settings.ca));
  return request(url, message, socket, deadline, settings.headersTimeoutMs);
}
