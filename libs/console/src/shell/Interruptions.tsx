import { useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { changePassword } from '../api/changes';
import { logIn, passwordNeeded } from '../api/call';
import { health } from '../api/health';
import { session } from '../api/session';
import { number, t } from '../i18n';
import { useStore } from '../store';
import { LabelledField } from '../ui/LabelledField';
import { Popup } from '../ui/Popup';
import { sentencesOf } from '../ui/Problem';
import { say } from '../ui/Toasts';
import { LoginForm } from './LoginForm';
import { FormActions } from '../forms/FormActions';

function PasswordForm({ reason, onClose }: { reason: string; onClose?: (() => void) | undefined }) {
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { IdUsuario, Login } = session.get() ?? { IdUsuario: '', Login: '' };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    setBusy(true);
    setProblem(null);
    try {
      await changePassword(IdUsuario, password);
      // The change ends all sessions of the user, this one too.
      await logIn(Login, password);
      say(t.password.changed);
      passwordNeeded.set(null);
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      {reason && <p>{reason}</p>}
      {/* Password managers keep the new password under this name. */}
      <input type="text" autoComplete="username" value={Login} readOnly hidden />
      <LabelledField label={t.password.field} hint={t.password.rules} error={problem === null ? undefined : sentencesOf(problem).join(' ')}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="password"
            type="password"
            autoComplete="new-password"
            required
            maxLength={128}
            autoFocus
          />
        )}
      </LabelledField>
      <FormActions submit={t.password.change} isBusy={isBusy} onCancel={onClose} />
    </form>
  );
}

/** What comes before everything else, above whatever is open: nothing of it is lost. */
export function Interruptions({ username }: { username: string }) {
  const { isOver } = useStore(session.store);
  const reason = useStore(passwordNeeded);
  if (isOver)
    return (
      <Popup title={t.login.over}>
        <p>{t.login.isOver}</p>
        <LoginForm username={username} />
        <Button className="button ghost wide" onPress={() => session.end()}>
          {t.login.other}
        </Button>
      </Popup>
    );
  // An empty reason: the person asked for it.
  const onClose = reason === '' ? () => passwordNeeded.set(null) : undefined;
  if (reason !== null)
    return (
      <Popup title={t.password.title} onClose={onClose}>
        <PasswordForm reason={reason} onClose={onClose} />
      </Popup>
    );
  return null;
}

/** The service is away, or makes calls wait. */
export function Banner() {
  const { isAway, waitSeconds } = useStore(health);
  const text = isAway ? t.problems.away : waitSeconds > 0 ? t.problems.wait(number(waitSeconds)) : '';
  return (
    <div className="banner" role="status">
      {text && <p>{text}</p>}
    </div>
  );
}
