import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Link } from 'wouter';
import { changePassword } from '../../api/changes';
import type { Client } from '../../api/structure';
import { changeStatus, changeUser, forgetUsers, unlockUser, user as userQuery, type UserWithGrants } from '../../api/users';
import { number, t } from '../../i18n';
import { Ask } from '../../ui/Ask';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { Problem, sentencesOf } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { complain, say } from '../../ui/Toasts';
import { useTitle } from '../../ui/useTitle';
import { Refusal } from '../../api/refusal';
import { session } from '../../api/session';
import { placeSearch } from '../documents/search';
import { Grants } from './Grants';
import { newPassword } from './password';
import { PasswordShown } from './PasswordShown';
import { Sessions } from './Sessions';
import { UserForm } from './UserForm';
import { UserStatus } from './UserStatus';

type Asking = 'edit' | 'block' | 'password' | null;

function Facts({ user, clients }: { user: UserWithGrants; clients: readonly Client[] }) {
  const facts: [string, string][] = [
    [t.users.fields.login, user.login],
    [t.users.fields.email, user.email],
    [t.nav.client, clients.find(({ id }) => id === user.client)?.name ?? ''],
    [t.users.fields.registrosPorPagina, number(user.pageSize)],
    [t.users.fields.frequenciaTrocaSenha, user.passwordMonths === null ? t.users.never : number(user.passwordMonths)],
    [t.users.mustChange, user.mustChangePassword ? t.users.yes : t.users.no],
  ];
  return (
    <dl className="card facts wide-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value || <span className="quiet">{t.document.empty}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}

function Known({ user, clients, client }: { user: UserWithGrants; clients: readonly Client[]; client: Client }) {
  const [asking, setAsking] = useState<Asking>(null);
  const [given, setGiven] = useState<{ password: string; warning?: string } | null>(null);
  const isSelf = user.id === session.get()?.IdUsuario;
  const status = async (isActive: boolean) => {
    await changeStatus(user.id, isActive);
    await forgetUsers();
    say(isActive ? t.users.unblocked : t.users.blocked);
  };
  const unlock = async () => {
    await unlockUser(user.id);
    say(t.users.unlocked);
  };
  const replace = async () => {
    const password = newPassword();
    await changePassword(user.id, password);
    // It holds from here on: it is shown, whatever follows.
    const warning = await changeUser(user.id, { alteraSenhaProximoLogin: true }).then(
      () => null,
      (problem: unknown) => [t.users.notTemporary, ...sentencesOf(problem)].join(' '),
    );
    setGiven({ password, ...(warning !== null && { warning }) });
    void forgetUsers();
  };
  return (
    <section className="page stack" aria-labelledby="title">
      <div className="page-head wraps">
        <div className="grow">
          <p className="crumbs">
            <Link href={`/usuarios?${placeSearch(client.id)}`}>{t.users.title}</Link>
          </p>
          <h1 id="title">
            {user.name} <UserStatus isActive={user.isActive} />
          </h1>
        </div>
        {!isSelf && (
          <>
            <Button className="button" onPress={() => void unlock().catch(complain)}>
              {t.users.unlock}
            </Button>
            <Button className="button" onPress={() => setAsking('password')}>
              {t.password.title}
            </Button>
            {user.isActive ? (
              <Button className="button danger" onPress={() => setAsking('block')}>
                {t.users.block}
              </Button>
            ) : (
              <Button className="button" onPress={() => void status(true).catch(complain)}>
                {t.users.unblock}
              </Button>
            )}
          </>
        )}
        <Button className="button primary" onPress={() => setAsking('edit')}>
          <Icon name="pen-line" size={16} /> {t.document.edit}
        </Button>
      </div>
      <Facts user={user} clients={clients} />
      <h2 className="small-head">{t.users.grants}</h2>
      <Grants key={JSON.stringify(user.grants)} user={user} clients={clients} client={client} />
      <h2 className="small-head">{t.users.sessions}</h2>
      <Sessions user={user.id} />
      {asking === 'edit' && <UserForm client={client} user={user} onClose={() => setAsking(null)} />}
      {asking === 'block' && (
        <Ask
          title={t.users.blockTitle(user.name)}
          text={t.users.blockText}
          choices={[{ name: t.users.block, isBad: true, work: () => status(false) }]}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'password' && (
        <Ask
          title={t.users.passwordTitle(user.name)}
          text={t.users.passwordText}
          choices={[{ name: t.password.title, isBad: true, work: replace }]}
          onClose={() => setAsking(null)}
        />
      )}
      {given && <PasswordShown login={user.login} {...given} onClose={() => setGiven(null)} />}
    </section>
  );
}

export function OneUser({ id, clients, client }: { id: string; clients: readonly Client[]; client: Client }) {
  const { data, error, refetch } = useQuery(userQuery(id));
  useTitle(data?.name ?? t.users.title);
  if (error instanceof Refusal && [400, 404].includes(error.status))
    return <EmptyState icon="circle-alert" isPage title={t.users.missing} />;
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} isPage />;
  if (!data) return <Skeleton rows={10} isPage />;
  return <Known key={id} user={data} clients={clients} client={client} />;
}
