import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { queryClient } from '../../api/query-client';
import { Refusal } from '../../api/refusal';
import { endSession, sessions } from '../../api/users';
import { momentOf, t } from '../../i18n';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { Heads } from '../../ui/TableInParts';
import { complain, say } from '../../ui/Toasts';

/** Where the user is signed in; each session can be ended, but for the one of this page. */
export function Sessions({ user }: { user: string }) {
  const { data, error, refetch } = useQuery(sessions(user));
  const [busy, setBusy] = useState<string | null>(null);
  const end = async (id: string) => {
    setBusy(id);
    try {
      await endSession(user, id);
      say(t.users.ended);
    } catch (problem) {
      complain(problem);
    }
    await queryClient.invalidateQueries({ queryKey: sessions(user).queryKey });
    setBusy(null);
  };
  // Of somebody who may do more the service tells nothing.
  if (error instanceof Refusal && error.code === 'USUARIO_NAO_ENCONTRADO') return <p className="quiet">{t.users.beyond}</p>;
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={3} />;
  if (data.length === 0) return <p className="quiet">{t.users.noSessions}</p>;
  return (
    <div className="card wide" tabIndex={0} role="group" aria-label={t.users.sessions}>
      <table className="bars">
        <Heads of={[t.users.opened, t.users.renewed, t.users.until, null]} />
        <tbody>
          {data.map(({ id, isThis, opened, renewed, until }) => (
            <tr key={id}>
              <td className="nowrap">{momentOf(opened)}</td>
              <td className="nowrap">{momentOf(renewed)}</td>
              <td className="nowrap">{momentOf(until)}</td>
              <td className="numeric">
                {isThis ? (
                  <span className="status info">{t.users.thisSession}</span>
                ) : (
                  <Button
                    className="button danger"
                    aria-label={t.users.endOf(momentOf(opened))}
                    isPending={busy === id}
                    onPress={() => void end(id)}
                  >
                    {t.users.end}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
