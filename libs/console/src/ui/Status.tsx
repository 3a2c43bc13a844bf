import { status } from '../i18n';
import { statusCode } from '../i18n/format';

const TONES = { '1': 'warn', '2': 'good', '3': 'warn', '4': 'bad', '5': 'warn', '6': 'info' };

/** A word with a colour; the word alone is enough. */
export function Status({ wire }: { wire: string }) {
  const code = statusCode(wire);
  return <span className={`status ${code ? TONES[code] : ''}`}>{status(wire)}</span>;
}
