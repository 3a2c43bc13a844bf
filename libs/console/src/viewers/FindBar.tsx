import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../i18n';
import { fold } from './find';

interface Props {
  /** What the button says. */
  next: string;
  /** Looked for at once. */
  first?: string;
  /** Goes to the place with these words, or the next one when they are asked for again; says where. */
  find: (wanted: string, isAgain: boolean) => string | Promise<string>;
}

export function FindBar({ next, first = '', find }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (first) form.current?.requestSubmit();
  }, [first]);
  const [asked, setAsked] = useState('');
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = fold(String(new FormData(event.currentTarget).get('words')).trim());
    if (wanted === '') return;
    setBusy(true);
    setSaid(await Promise.resolve(find(wanted, wanted === asked)).catch(() => t.viewer.broken));
    setAsked(wanted);
    setBusy(false);
  };
  return (
    <form ref={form} className="viewer-find row" role="search" onSubmit={(event) => void submit(event)}>
      <input
        className="input"
        name="words"
        type="search"
        aria-label={t.viewer.find}
        placeholder={t.viewer.find}
        defaultValue={first}
        autoFocus={!first}
      />
      <Button className="button" type="submit" isPending={isBusy}>
        {next}
      </Button>
      <span className="quiet small nowrap" role="status">
        {said}
      </span>
    </form>
  );
}
