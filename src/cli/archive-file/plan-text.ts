import { isEmptyPlan, type Action, type ArchivePlan } from '#domain/archive/archive-plan';

const MOST_LINES = 50;
const SIGNS: Record<Action, string> = { add: '+', change: '~', remove: '-' };

/** A plan as an operator reads it: counts, and a line for each thing, up to a certain length. */
export function planText(plan: ArchivePlan): string {
  if (isEmptyPlan(plan)) return 'nothing to do: the archive is as the file says';
  return plan.groups
    .map(({ what, counts, entries }) => {
      const lines = entries
        .slice(0, MOST_LINES)
        .map(({ action, name, details }) => `  ${SIGNS[action]} ${name}${details.length > 0 ? `: ${details.join(', ')}` : ''}`);
      const unsaid = counts.add + counts.change + counts.remove - lines.length;
      const title = `${what}: ${counts.add} added, ${counts.change} changed, ${counts.remove} removed`;
      return [title, ...lines, ...(unsaid > 0 ? [`  … and ${unsaid} more`] : [])].join('\n');
    })
    .join('\n');
}
