import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Account, Accounts, Sessions } from '#application/ports/users';
import { ArchiveStore, OperatorAccounts } from '#application/ports/provisioning';
import { AuditTrail } from '#application/ports/audit-trail';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { stableId } from '#application/support/stable-id';
import { NewPassword } from '#application/users/new-password';
import type { Author } from '#domain/access/actor';
import type { GrantDefinition } from '#domain/provisioning/archive-definition';
import { levelAt, type ArchiveImage, type GrantImage } from '#domain/provisioning/archive-image';
import type { AuditAction, AuditSubject } from '#domain/audit/audit-event';
import { isStrongPassword } from '#domain/users/password';
import { fold } from '#domain/text';
import { logsOf } from './apply-events';

/** The operator's request is refused; the message states the reason. */
export class UserRefused extends Error {}

const LONGEST_LOGIN = 50;
const ALPHABETS = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnopqrstuvwxyz', '23456789', '!@#%*+-=?'] as const;
const GENERATED_LENGTH = 20;

export interface NewOperatorUser {
  login: string;
  name: string;
  password: string;
  grants: readonly GrantDefinition[];
}

/** Without ambiguous characters; contains every required kind of character. */
export function generatePassword(): string {
  const all = ALPHABETS.join('');
  for (;;) {
    const password = Array.from({ length: GENERATED_LENGTH }, () => all[randomInt(all.length)]).join('');
    if (isStrongPassword(password)) return password;
  }
}

/** User administration from the command line: the first user of an archive, and users who are locked out. */
@Injectable()
export class ManageUsers {
  constructor(
    private readonly accounts: Accounts,
    private readonly operators: OperatorAccounts,
    private readonly newPassword: NewPassword,
    private readonly sessions: Sessions,
    private readonly store: ArchiveStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async create(author: Author, { login, name, password, grants }: NewOperatorUser): Promise<string> {
    if (login.trim() !== login || login === '' || [...login].length > LONGEST_LOGIN) {
      throw new UserRefused(`a login has 1 to ${LONGEST_LOGIN} characters, without blanks around it`);
    }
    refuseWeak(password);
    const image = grants.length > 0 ? await this.store.read() : null;
    let userId = stableId('user', fold(login));
    while (await this.operators.isErased(userId)) userId = stableId('user', fold(login), userId);
    const account = { userId, login, name, passwordHash: (await this.newPassword.prepare(password, null)).hash };
    const given = grants.map((grant) => asImage(grant, image as ArchiveImage));
    await this.unitOfWork.run(async () => {
      if (!(await this.operators.create({ ...account, grants: given }))) throw new UserRefused(`the login "${login}" is taken`);
      await this.record(author, 'user.create', logsOf(given, []), { userId, grants: given.map(wordOf) });
    });
    return userId;
  }

  async setPassword(author: Author, login: string, password: string): Promise<void> {
    refuseWeak(password);
    const { userId, homeClientId, service } = await this.find(login);
    if (service) throw new UserRefused(`"${login}" is a service account, which has keys and no password`);
    const prepared = await this.newPassword.prepareFor(userId, password);
    await this.unitOfWork.run(async () => {
      await this.newPassword.set(userId, prepared);
      await this.record(author, 'user.password', logsOf([], [homeClientId]), { userId, own: false });
    });
  }

  async unlock(author: Author, login: string): Promise<void> {
    const { userId, homeClientId } = await this.find(login);
    await this.unitOfWork.run(async () => {
      await this.accounts.clearFailures(fold(login));
      await this.record(author, 'user.unlock', logsOf([], [homeClientId]), { userId });
    });
  }

  /** Answers the id, which stays. */
  async erase(author: Author, login: string): Promise<string> {
    const { userId, homeClientId } = await this.find(login);
    await this.unitOfWork.run(async () => {
      await this.sessions.endAll(userId);
      await this.operators.erase(userId);
      await this.record(author, 'user.erase', logsOf([], [homeClientId]), { userId });
    });
    return userId;
  }

  private async record(author: Author, action: AuditAction, logs: readonly string[], subject: AuditSubject): Promise<void> {
    for (const clientId of logs) await this.audit.record(author, clientId, action, subject);
  }

  private async find(login: string): Promise<Account> {
    const account = await this.accounts.findByLogin(fold(login));
    if (!account) throw new UserRefused(`there is no user "${login}"`);
    return account;
  }
}

const wordOf = ({ clientId, unitId, levelId, profileId }: GrantImage) => [clientId, unitId ?? '*', levelId ?? '*', profileId].join(' ');

function refuseWeak(password: string): void {
  if (!isStrongPassword(password)) {
    throw new UserRefused('a password has at least 8 characters, with upper case, lower case, a digit and a special character');
  }
}

function asImage({ client, unit, level, profile }: GrantDefinition, image: ArchiveImage): GrantImage {
  const byName = <T extends { id: string; name: string }>(things: ReadonlyMap<string, T>, what: string, name: string): T => {
    const found = [...things.values()].find((thing) => thing.name === name);
    if (!found) throw new UserRefused(`there is no ${what} "${name}"`);
    return found;
  };
  const { id: clientId, unitIds } = byName(image.clients, 'client', client);
  const unitId = unit === undefined ? null : byName(image.units, 'unit', unit).id;
  if (unitId !== null && !unitIds.includes(unitId)) throw new UserRefused(`unit "${unit}" does not serve client "${client}"`);
  const levelId = level ? (levelAt(image.levels, clientId, level)?.id ?? null) : null;
  if (level && levelId === null) throw new UserRefused(`client "${client}" has no level "${level.join(' > ')}"`);
  return { clientId, unitId, levelId, profileId: byName(image.profiles, 'profile', profile).id };
}
