import { Button } from 'react-aria-components';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { Notice } from '../../ui/Problem';
import { complain, say } from '../../ui/Toasts';

interface Props {
  login: string;
  password: string;
  warning?: string;
  onClose: () => void;
}

/** The one time that the password is shown: the service keeps no more than its hash. */
export function PasswordShown({ login, password, warning, onClose }: Props) {
  const copy = async () => {
    await navigator.clipboard?.writeText(password);
    say(t.users.copied);
  };
  return (
    <Popup title={t.users.passwordOf(login)}>
      {warning && <Notice texts={[warning]} tone="warn" />}
      <p>{t.users.shownOnce}</p>
      <LabelledField label={t.login.password}>
        {(control) => (
          <input {...control} className="input" readOnly value={password} onFocus={({ target }) => target.select()} autoFocus />
        )}
      </LabelledField>
      <div className="dialog-actions">
        <Button className="button" onPress={() => void copy().catch(complain)}>
          <Icon name="copy" size={16} /> {t.links.copy}
        </Button>
        <Button className="button primary" onPress={onClose}>
          {t.users.noted}
        </Button>
      </div>
    </Popup>
  );
}
