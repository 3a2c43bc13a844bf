import { Button } from 'react-aria-components';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { complain, say } from '../../ui/Toasts';

/** A secret is told once: only the button closes this. */
export function SecretShown({ secret, note, onClose }: { secret: string; note: string; onClose: () => void }) {
  const copy = async () => {
    // Only where the page came over TLS, or from this machine.
    await navigator.clipboard?.writeText(secret);
    say(t.webhooks.copied);
  };
  return (
    <Popup title={t.webhooks.secret}>
      <p>{note}</p>
      <LabelledField label={t.webhooks.secret}>
        {(control) => <input {...control} className="input" readOnly value={secret} onFocus={({ target }) => target.select()} />}
      </LabelledField>
      <div className="dialog-actions">
        <Button className="button" onPress={() => void copy().catch(complain)}>
          <Icon name="copy" size={16} /> {t.links.copy}
        </Button>
        <Button className="button primary" onPress={onClose}>
          {t.webhooks.kept}
        </Button>
      </div>
    </Popup>
  );
}
