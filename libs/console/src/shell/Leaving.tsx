import { discard, leaving } from '../forms/unsaved';
import { t } from '../i18n';
import { useStore } from '../store';
import { Ask } from '../ui/Ask';

/** Asks before something typed is lost. */
export function Leaving() {
  const waiting = useStore(leaving);
  if (!waiting) return null;
  const work = () => Promise.resolve(discard());
  return (
    <Ask
      title={t.form.leaveTitle}
      text={t.form.leaveText}
      choices={[{ name: t.form.discard, isBad: true, work }]}
      onClose={() => leaving.set(null)}
    />
  );
}
