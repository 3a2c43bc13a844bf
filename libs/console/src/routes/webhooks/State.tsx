import type { Webhook } from '../../api/webhooks';
import { t } from '../../i18n';
import { toneOf } from './words';

export const State = ({ webhook: { state } }: { webhook: Webhook }) => (
  <span className={`status ${toneOf(state)}`}>{t.webhooks.states[state] ?? state}</span>
);
