import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../i18n';
import { store, useStore } from '../store';
import { Icon } from './Icon';
import { sentencesOf } from './Problem';

interface Toast {
  id: number;
  text: string;
  isBad: boolean;
}

const SHOWN_MS = 5000;
const toasts = store<readonly Toast[]>([]);
let last = 0;

const show = (text: string, isBad: boolean) => toasts.set([...toasts.get(), { id: ++last, text, isBad }]);
const dismiss = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

export const say = (text: string) => show(text, false);
/** For actions without a place of their own to complain at. */
export const complain = (problem: unknown) => show(sentencesOf(problem).join(' '), true);

function Shown({ id, text, isBad }: Toast) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    // A refusal stays until it was read.
    if (isHeld || isBad) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld, isBad]);
  return (
    <div className={isBad ? 'toast bad' : 'toast'} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Icon name={isBad ? 'circle-alert' : 'circle-check'} />
      <span className="grow">{text}</span>
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
