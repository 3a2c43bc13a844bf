import { t } from '#src/terminal/language';
import { sentence } from '#src/terminal/portuguese';
import { isEmptyPlan, type Action, type ArchivePlan } from '#domain/provisioning/archive-plan';

const MOST_LINES = 50;
const SIGNS: Record<Action, string> = { add: '+', change: '~', remove: '-' };

/** A plan as an operator reads it: counts, and a line for each thing, up to a certain length. */
export function planText(plan: ArchivePlan): string {
  if (isEmptyPlan(plan)) return t('nothing to do: the archive is as the file says', 'nada a fazer: o acervo está como o arquivo diz');
  return plan.groups
    .map(({ what, counts, entries }) => {
      const lines = entries
        .slice(0, MOST_LINES)
        .map(
          ({ action, name, details }) =>
            `  ${SIGNS[action]} ${nameIn(what, name)}${details.length > 0 ? `: ${details.map(sentence).join(', ')}` : ''}`,
        );
      const { add, change, remove } = counts;
      const unsaid = add + change + remove - lines.length;
      const title = t(
        `${what}: ${add} added, ${change} changed, ${remove} removed`,
        `${sentence(what)}: incluir ${add}, alterar ${change}, remover ${remove}`,
      );
      return [title, ...lines, ...(unsaid > 0 ? [t(`  … and ${unsaid} more`, `  … e mais ${unsaid}`)] : [])].join('\n');
    })
    .join('\n');
}

/** Names of rows, which have none. */
const nameIn = (what: string, name: string) => (what.startsWith('rows of list ') ? sentence(name) : name);
