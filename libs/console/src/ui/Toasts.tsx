import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../i18n';
import { store, useStore } from '../store';
import { Icon } from './Icon';
import { sentencesOf } from './Problem';

/** What can be done about what was said, once. */
interface Action {
  label: string;
  run: () => void;
}
interface Toast {
  id: number;
  text: string;
  isBad: boolean;
  action?: Action | undefined;
}

const SHOWN_MS = 5000;
/** Time to reach the action, also by the keyboard. */
const SHOWN_WITH_ACTION_MS = 20_000;
const toasts = store<readonly Toast[]>([]);
let last = 0;

const show = (toast: Omit<Toast, 'id'>) => toasts.set([...toasts.get(), { id: ++last, ...toast }]);
const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

export const say = (text: string, action?: Action) => show({ text, isBad: false, action });
/** For actions without a place of their own to complain at. */
export const complain = (problem: unknown) => show({ text: sentencesOf(problem).join(' '), isBad: true });

function Shown({ id, text, isBad, action }: Toast) {
  const [isHeld, setHeld] = useState(false);
  const lasts = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  useEffect(() => {
    // A refusal stays until it was read.
    if (isHeld || isBad) return;
    const timer = setTimeout(() => dismiss(id), lasts);
    return () => clearTimeout(timer);
  }, [id, isHeld, isBad, lasts]);
  return (
    <div
      className={isBad ? 'toast bad' : 'toast'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={isBad ? 'circle-alert' : 'circle-check'} />
      <span className="grow">{text}</span>
      {action && (
        <Button
          className="button"
          onPress={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button className="button ghost square" aria-label={t.problems.dismiss} onPress={() => dismiss(id)}>
        <Icon name="x" size={16} />
      </Button>
    </div>
  );
}

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <Shown key={toast.id} {...toast} />
      ))}
    </div>
  );
}
