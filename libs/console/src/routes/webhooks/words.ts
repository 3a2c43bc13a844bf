import { t } from '../../i18n';

/** Groups of events that can be asked for as a whole. Personal ones are sent to whoever may see the audit trail. */
export const GROUPS = {
  documents: 'documento.*',
  files: 'arquivo.*',
  links: 'compartilhamento.*',
  items: 'linha.*',
  flows: 'fluxo.*',
  users: 'usuario.*',
  sessions: 'sessao.*',
  bills: 'fatura.*',
  archive: 'acervo.*',
  webhooks: 'webhook.*',
} as const;
type Group = keyof typeof GROUPS;

/** A whole group by its name, a single type as it is. */
export function wordOf(type: string): string {
  const group = (Object.keys(GROUPS) as Group[]).find((each) => GROUPS[each] === type);
  return group ? t.webhooks.groups[group] : type;
}

const TONES: Record<string, string> = { ativo: 'good', em_pausa: 'warn', desativado: 'bad' };
export const toneOf = (state: string) => TONES[state] ?? '';

const RESULTS: Record<string, string> = { aceito: 'good' };
export const resultTone = (result: string) => RESULTS[result] ?? 'bad';
