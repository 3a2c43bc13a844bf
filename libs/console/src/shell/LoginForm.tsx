import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { BASE } from '../base';
import { logIn } from '../api/call';
import { Refusal } from '../api/refusal';
import { session } from '../api/session';
import { t } from '../i18n';
import { LabelledField } from '../ui/LabelledField';
import { Notice, sentencesOf } from '../ui/Problem';

interface Settings {
  demo: { logins: string[]; password: string } | null;
  subscriptionKeys: boolean;
}

/** What the page must know before anybody is logged in. */
function useSettings(): Settings | null {
  const [settings, setSettings] = useState<Settings | null>(null);
  useEffect(() => {
    fetch(`${BASE}/settings.json`)
      .then(async (response) => response.ok && setSettings((await response.json()) as Settings))
      .catch(() => undefined);
  }, []);
  return settings;
}

export function LoginForm({ username = '' }: { username?: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const settings = useSettings();
  const fields = problem instanceof Refusal ? problem.fields : [];
  const errorOf = (name: string) => fields.find(({ field }) => field === name)?.message;
  useEffect(() => {
    if (problem)
      (form.current?.querySelector<HTMLElement>('[aria-invalid]') ?? form.current?.querySelector<HTMLElement>('[name=password]'))?.focus();
  }, [problem]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '');
    setBusy(true);
    setProblem(null);
    try {
      if (text('subscription')) session.useSubscription(text('subscription').trim());
      await logIn(text('username'), text('password'));
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  return (
    <form ref={form} className="stack" onSubmit={(event) => void submit(event)}>
      {problem !== null && fields.length === 0 && <Notice texts={sentencesOf(problem)} />}
      <LabelledField label={t.login.user} error={errorOf('username')}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="username"
            autoComplete="username"
            defaultValue={username}
            required
            maxLength={250}
            autoFocus={!username}
          />
        )}
      </LabelledField>
      <LabelledField label={t.login.password} error={errorOf('password')}>
        {(control) => (
          <input
            {...control}
            className="input"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus={Boolean(username)}
          />
        )}
      </LabelledField>
      {settings?.subscriptionKeys && (
        <LabelledField label={t.login.subscription}>
          {(control) => (
            <input {...control} className="input" name="subscription" autoComplete="off" defaultValue={session.subscription() ?? ''} />
          )}
        </LabelledField>
      )}
      <Button className="button primary wide" type="submit" isPending={isBusy}>
        {isBusy ? t.login.entering : t.login.enter}
      </Button>
      {settings?.demo && <p className="quiet small">{t.login.demo(settings.demo.logins.join(', '), settings.demo.password)}</p>}
    </form>
  );
}
