import { useRef, useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import type { Design } from '../../api/flow-design';
import { completeStep, fillForm } from '../../api/flow-changes';
import type { Definition, Details, Execution } from '../../api/flows';
import { forgetFlows } from '../../api/query-client';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import { Notice } from '../../ui/Problem';
import { say } from '../../ui/Toasts';
import { FormFields } from './FormFields';
import { Comment } from './Comment';
import { NOBODY, People, peopleOf } from './People';
import { sortProblems } from './problems';

interface Props {
  client: string;
  flow: string;
  details: Details;
  design: Design | undefined;
  definition: Definition | undefined;
  /** Ids of tasks that wait for the person. */
  mine: ReadonlySet<string>;
}

const wordsOf = ({ name, who }: Execution) => [name, who].filter(Boolean).join(' · ');

/** What the form of the flow says, where there is nothing to do. */
export function ReadForm({ client, details: { form } }: Pick<Props, 'client' | 'details'>) {
  const values = Object.fromEntries(form.map(({ id, value }) => [id, value]));
  const fields = form.map((field) => ({ ...field, isMandatory: false }));
  return (
    <div className="stack">
      <FormFields client={client} fields={fields} values={values} errors={{}} isReadOnly onChange={() => undefined} />
    </div>
  );
}

/** The form of one task: it stays with the task that it was opened for, whatever others complete meanwhile. */
export function StepForm({ client, flow, details, design, definition, mine }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const open = details.state === '1' ? details.executions.filter(({ isDone }) => !isDone) : [];
  const [heldTask, setHeldTask] = useState<Execution | null>(null);
  /** Completed here. */
  const [done, setDone] = useState<string | null>(null);
  const stored = Object.fromEntries(details.form.map(({ id, value }) => [id, value]));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [comment, setComment] = useState('');
  const [way, setWay] = useState('');
  const [named, setNamed] = useState(NOBODY);
  const [failed, setFailed] = useState<{ problem: unknown; sent: readonly string[] }>({ problem: null, sent: [] });
  const [isBusy, setBusy] = useState(false);
  useFocusProblem(form, failed.problem);
  useUnsaved(Object.entries(typed).some(([id, value]) => value !== stored[id]) || comment !== '' || named !== NOBODY);
  const problems = sortProblems(failed.problem, failed.sent, new Map(details.form.map(({ id, label }) => [id, label])));
  const first = open.find(({ id }) => mine.has(id)) ?? open[0] ?? null;
  // The answer comes before what is read after it.
  const isBehind = done !== null && details.executions.some(({ id, isDone }) => id === done && !isDone);
  if (done !== null && !isBehind) {
    setDone(null);
    setHeldTask(first);
  } else if (heldTask === null && first !== null) setHeldTask(first);
  const execution = open.find(({ id }) => id === heldTask?.id) ?? heldTask ?? first;
  if (!execution) return <ReadForm client={client} details={details} />;

  const isGone = !isBusy && !isBehind && !open.some(({ id }) => id === execution.id);
  const step = design?.steps.find(({ tasks }) => tasks.includes(execution.task));
  const choices = (design?.ways.get(step?.id ?? '') ?? []).filter((each) => each.choice !== null);
  const isMandatory = new Map(definition?.form?.fields.map((field) => [field.id, field.isMandatory]));
  const fields = details.form.map((field) => ({ ...field, isMandatory: isMandatory.get(field.id) ?? false }));
  const changed = details.form.filter(({ id }) => typed[id] !== undefined && typed[id] !== stored[id]);
  /** Another task has ways of its own. */
  const turnTo = (next: Execution | null) => {
    setWay('');
    setFailed({ problem: null, sent: [] });
    setHeldTask(next);
  };

  const run = async (work: () => Promise<string>) => {
    if (isBusy) return;
    setBusy(true);
    setFailed({ problem: null, sent: [] });
    try {
      say(await work());
    } catch (problem) {
      setFailed({ problem, sent: changed.map(({ id }) => id) });
    }
    setBusy(false);
  };
  const save = async () => {
    if (changed.length === 0) return;
    const values = changed.map(({ id, list }) => ({ field: id, list: list?.id ?? null, value: typed[id]!.trim() }));
    await fillForm(client, { flow, execution: execution.id, values });
    await forgetFlows();
    setTyped({});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isGone || isBehind) return;
    void run(async () => {
      await save();
      const people = peopleOf(named);
      await completeStep(client, { execution: execution.id, comment: comment.trim(), way: way || null, people });
      await forgetFlows();
      setComment('');
      setNamed(NOBODY);
      setDone(execution.id);
      turnTo(execution);
      return t.flow.completed(execution.name);
    });
  };
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      {isGone && <Notice texts={[t.flow.gone(wordsOf(execution))]} tone="warn" />}
      {problems.above.length > 0 && <Notice texts={problems.above} />}
      {open.length > 1 && !isGone ? (
        <LabelledField label={t.flow.task}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={execution.id}
              onChange={({ target }) => turnTo(open.find(({ id }) => id === target.value) ?? null)}
            >
              {open.map((each) => (
                <option key={each.id} value={each.id}>
                  {wordsOf(each)}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      ) : (
        <h2 className="small-head">{wordsOf(execution)}</h2>
      )}
      {step?.note && <p className="quiet small lines">{step.note}</p>}
      <FormFields
        client={client}
        fields={fields}
        values={{ ...stored, ...typed }}
        errors={problems.byField}
        onChange={(id, value) => setTyped({ ...typed, [id]: value })}
      />
      {choices.length > 0 && (
        <LabelledField label={t.flow.way} error={problems.way}>
          {(control) => (
            <select {...control} className="input" value={way} onChange={({ target }) => setWay(target.value)}>
              <option value="" />
              {choices.map(({ choice, name, to }) => (
                <option key={choice} value={choice!}>
                  {name || (design?.steps.find(({ id }) => id === to)?.name ?? t.flow.end)}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      )}
      <Comment value={comment} error={problems.comment} onChange={setComment} />
      <People client={client} named={named} problems={problems} onChange={setNamed} />
      <div className="form-actions">
        {isGone ? (
          <Button className="button primary" onPress={() => turnTo(null)}>
            {t.flow.goOn}
          </Button>
        ) : (
          <>
            {changed.length > 0 && (
              <Button className="button" isDisabled={isBusy || isBehind} onPress={() => void run(async () => (await save(), t.flow.saved))}>
                {t.flow.save}
              </Button>
            )}
            <Button className="button primary" type="submit" isPending={isBusy} isDisabled={isBehind}>
              {t.flow.complete}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
