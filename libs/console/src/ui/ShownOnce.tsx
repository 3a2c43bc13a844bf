import { useRef } from 'react';
import { Button } from 'react-aria-components';
import { t } from '../i18n';
import { copyText } from './copyText';
import { Icon } from './Icon';
import { LabelledField } from './LabelledField';
import { Popup } from './Popup';
import { Notice } from './Problem';
import { complain } from './Toasts';

interface Props {
  title: string;
  label: string;
  value: string;
  note: string;
  warning?: string;
  /** Said when the value was copied. */
  copied: string;
  /** What the button that closes says. */
  done: string;
  onClose: () => void;
}

/** A password or secret that the service shows once: only the button closes this. */
export function ShownOnce({ title, label, value, note, warning, copied, done, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const copy = () => copyText(value, field.current, copied);
  return (
    <Popup title={title}>
      {warning && <Notice texts={[warning]} tone="warn" />}
      <p>{note}</p>
      <LabelledField label={label}>
        {(control) => (
          <input {...control} ref={field} className="input" readOnly value={value} onFocus={({ target }) => target.select()} autoFocus />
        )}
      </LabelledField>
      <div className="dialog-actions">
        <Button className="button" onPress={() => void copy().catch(complain)}>
          <Icon name="copy" size={16} /> {t.links.copy}
        </Button>
        <Button className="button primary" onPress={onClose}>
          {done}
        </Button>
      </div>
    </Popup>
  );
}
