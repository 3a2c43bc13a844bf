import { t } from '../../i18n';
import { ShownOnce } from '../../ui/ShownOnce';

interface Props {
  login: string;
  password: string;
  warning?: string;
  onClose: () => void;
}

/** The one time that the password is shown: the service keeps no more than its hash. */
export const PasswordShown = ({ login, password, warning, onClose }: Props) => (
  <ShownOnce
    title={t.users.passwordOf(login)}
    label={t.login.password}
    value={password}
    note={t.users.shownOnce}
    warning={warning}
    copied={t.users.copied}
    done={t.users.noted}
    onClose={onClose}
  />
);
