import { t } from '../i18n';
import type { StatusCode } from '../i18n/format';

const TONES = { '1': 'warn', '2': 'good', '3': 'warn', '4': 'bad', '5': 'warn', '6': 'info' };

/** A word with a colour; the word alone is enough. */
export function Status({ code }: { code: string }) {
  return <span className={`status ${TONES[code as StatusCode] ?? ''}`}>{t.statuses[code as StatusCode] ?? code}</span>;
}
