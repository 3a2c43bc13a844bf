import type { Design } from '../../api/flow-design';
import type { Execution } from '../../api/flows';
import { dayOf, t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { statesOf } from './track-states';

interface Props {
  design: Design;
  executions: readonly Execution[];
}

/** The steps of a flow: done, now, next. */
export function Track({ design, executions }: Props) {
  const current = design.steps.filter(({ tasks }) => executions.some(({ task }) => tasks.includes(task))).map(({ id }) => id);
  const states = statesOf(design, current);
  return (
    <ol className="track" tabIndex={0} aria-label={t.flow.steps}>
      {design.steps.map(({ id, name, tasks, note }) => {
        const state = states.get(id) ?? 'other';
        const open = executions.filter(({ task, isDone }) => tasks.includes(task) && !isDone);
        const isLate = open.some((each) => each.isLate);
        const due = open.map((each) => each.due).find((each) => each !== null);
        return (
          <li key={id} className={`track-step ${state}`} aria-current={state === 'now' ? 'step' : undefined} title={note}>
            <span className="track-dot" aria-hidden="true">
              {state === 'done' && <Icon name="check" size={14} />}
            </span>
            <b>{name}</b>
            <span className="small">
              {t.flow.states[state]}
              {due && ` · ${t.flow.due(dayOf(due))}`}
            </span>
            {isLate && <span className="status warn">{t.flows.late}</span>}
          </li>
        );
      })}
    </ol>
  );
}
