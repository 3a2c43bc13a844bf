import { useState } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../i18n';
import { Popup } from './Popup';
import { complain } from './Toasts';

interface Props {
  title: string;
  text: string;
  /** The last one is what was asked for. */
  choices: readonly { name: string; isBad?: boolean; work: () => Promise<unknown> }[];
  onClose: () => void;
}

/** Asks once, then does it. */
export function Ask({ title, text, choices, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    await work().catch(complain);
    onClose();
  };
  return (
    <Popup title={title} role="alertdialog" onClose={isBusy ? undefined : onClose}>
      <p>{text}</p>
      <div className="dialog-actions">
        <Button className="button" isDisabled={isBusy} onPress={onClose} autoFocus>
          {t.cancel}
        </Button>
        {choices.map(({ name, isBad, work }, index) => (
          <Button
            key={name}
            className={`button ${isBad ? 'danger-solid' : index === choices.length - 1 ? 'primary' : ''}`}
            isPending={isBusy}
            onPress={() => void run(work)}
          >
            {name}
          </Button>
        ))}
      </div>
    </Popup>
  );
}
