import type { Outcome } from '../../api/webhooks';
import { number, t } from '../../i18n';
import { resultTone } from './words';

/** What became of a send: a word, the answer's status, and how long it took. */
export function Result({ outcome: { result, status, ms } }: { outcome: Outcome }) {
  return (
    <>
      <span className={`status ${resultTone(result)}`}>{t.webhooks.results[result] ?? result}</span>{' '}
      <span className="quiet small nowrap">{[status && `HTTP ${status}`, `${number(ms)} ms`].filter(Boolean).join(', ')}</span>
    </>
  );
}
