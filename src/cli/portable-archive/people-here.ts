import type { UserDefinition } from '#domain/provisioning/archive-definition';
import type { ArchiveImage, UserImage } from '#domain/provisioning/archive-image';
import { fold } from '#domain/text';
import { NO_PASSWORD_HASH } from '#domain/users/password';
import { t } from '#src/terminal/language';
import { BagRefused } from './bag-refused';

interface Coming {
  client: { id: string };
  users: readonly (UserDefinition & { passwordHash: string })[];
}

/** Users whose home is a client that did not exist before were created by its import. */
export const isOwn = ({ clients }: ArchiveImage, { client }: Coming, here: UserImage) =>
  clients.has(client.id) && here.homeClientId === client.id;

/** Only the hash of none is replaced, and only where the password opens no other client. */
export const isWaiting = (image: ArchiveImage, coming: Coming, here: UserImage) =>
  isOwn(image, coming, here) &&
  here.passwordHash === NO_PASSWORD_HASH &&
  here.grants.every(({ clientId }) => clientId === coming.client.id);

/** How many passwords of the bag were not applied. */
export function passwordsLeft(image: ArchiveImage, coming: Coming): number {
  return coming.users.filter(({ id, passwordHash }) => {
    const here = image.users.get(id ?? '');
    return passwordHash !== NO_PASSWORD_HASH && here && here.passwordHash !== passwordHash && !isWaiting(image, coming, here);
  }).length;
}

/** Users with grants in the bag who already exist with another home client. */
export function sharedUsers(image: ArchiveImage, coming: Coming): UserImage[] {
  return coming.users.flatMap(({ id, grants }) => {
    const here = image.users.get(id ?? '');
    return here && grants.length > 0 && !isOwn(image, coming, here) ? [here] : [];
  });
}

/** An id and a login that are alike prove nothing: ids follow from logins. So an operator has to say who is the same. */
export function refuseOthersPeople(image: ArchiveImage, coming: Coming, mayShare: boolean): void {
  const byLogin = new Map([...image.users.values()].map((user) => [fold(user.login), user]));
  const reasons = coming.users.flatMap(({ id = '', login }) => {
    const [same, namesake] = [image.users.get(id), byLogin.get(fold(login))];
    // An operator may have changed the login of a user whom this import created.
    if (same === namesake || (same && !namesake && isOwn(image, coming, same))) return [];
    const here = [same, namesake].flatMap((user) => (user ? [`"${user.login}" (${user.id})`] : [])).join(', ');
    return [
      t(
        `user "${login}" (${id}) of the bag has the id or the login of another user of this archive: ${here}`,
        `o usuário "${login}" (${id}) do bag tem o id ou o login de outro usuário deste acervo: ${here}`,
      ),
    ];
  });
  for (const { id, login } of mayShare ? [] : sharedUsers(image, coming))
    reasons.push(
      t(
        `user "${login}" (${id}) is in this archive already and is not of the bag; if it is the same person: --shared-users`,
        `o usuário "${login}" (${id}) já existe neste acervo e não é do bag; se é a mesma pessoa: --shared-users`,
      ),
    );
  if (reasons.length > 0) throw new BagRefused(reasons);
}
