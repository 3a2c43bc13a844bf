import { t } from '../../i18n';
import { ShownOnce } from '../../ui/ShownOnce';

/** The secret of a webhook, after it was made or changed. */
export const SecretShown = ({ secret, note, onClose }: { secret: string; note: string; onClose: () => void }) => (
  <ShownOnce
    title={t.webhooks.secret}
    label={t.webhooks.secret}
    value={secret}
    note={note}
    copied={t.webhooks.copied}
    done={t.webhooks.kept}
    onClose={onClose}
  />
);
