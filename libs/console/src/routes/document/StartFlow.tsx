import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import type { OneDocument } from '../../api/documents';
import { joinFlow, startFlow } from '../../api/flow-changes';
import { definitions, type Definition } from '../../api/flows';
import { forgetFlows } from '../../api/query-client';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { Notice, Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { say } from '../../ui/Toasts';
import { FormFields, type FormInput } from '../flows/FormFields';
import { Comment } from '../flows/Comment';
import { NOBODY, People, peopleOf } from '../flows/People';
import { sortProblems } from '../flows/problems';
import { FormActions } from '../../forms/FormActions';

interface Begun {
  name: string;
  code: number;
}
/** By document: flows that were started for it, but it is not in them yet. They outlast the dialog. */
const begunFor = new Map<string, Begun>();

interface Props {
  client: string;
  found: OneDocument;
  onClose: () => void;
}

/** Fields of a form whose list has no name here: the definition says its id alone. */
const inputsOf = (definition: Definition | undefined): FormInput[] =>
  (definition?.form?.fields ?? []).map(({ id, label, list, isMandatory }) => ({
    id,
    label,
    list: list === null ? null : { id: list, name: '' },
    isMandatory,
  }));

/** What the document says already is proposed. */
function proposed(inputs: readonly FormInput[], { values }: OneDocument): Record<string, string> {
  const known = new Map(values.map(({ label, value }) => [label, value]));
  return Object.fromEntries(inputs.filter(({ list }) => list === null).map(({ id, label }) => [id, known.get(label) ?? '']));
}

/** Starts a flow and puts the document into it. */
export function StartFlow({ client, found, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  /** Only the document is left to put into it. */
  const [begun, setBegun] = useState(() => begunFor.get(found.id) ?? null);
  const { data, error, refetch } = useQuery(definitions(client));
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [comment, setComment] = useState('');
  const [named, setNamed] = useState(NOBODY);
  const [failed, setFailed] = useState<{ problem: unknown; sent: readonly string[] }>({ problem: null, sent: [] });
  const [isBusy, setBusy] = useState(false);
  useFocusProblem(form, failed.problem);
  const { close } = useUnsaved(!begun && (Object.keys(typed).length > 0 || comment !== '' || named !== NOBODY));
  // Manual ones are started elsewhere, and what is inactive not at all.
  const startable = data?.filter(({ isActive, activation }) => isActive && activation !== 'M') ?? [];
  const definition = startable.find(({ id }) => id === chosen) ?? startable[0];
  const inputs = inputsOf(definition);
  const values = { ...proposed(inputs, found), ...typed };
  const sent = inputs.filter(({ id }) => values[id]?.trim());
  const problems = sortProblems(failed.problem, failed.sent, new Map(inputs.map(({ id, label }) => [id, label])));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!definition || isBusy) return;
    setBusy(true);
    setFailed({ problem: null, sent: [] });
    let flow = begun;
    try {
      if (!flow) {
        const code = await startFlow(client, {
          definition,
          values: sent.map(({ id }) => ({ field: id, value: values[id]!.trim() })),
          comment: comment.trim(),
          people: peopleOf(named),
        });
        flow = { name: definition.name, code };
        begunFor.set(found.id, flow);
        setBegun(flow);
      }
      await joinFlow(client, flow.code, [found.id]);
      begunFor.delete(found.id);
      say(t.flow.started(flow.name, String(flow.code)));
      onClose();
    } catch (problem) {
      setFailed({ problem, sent: sent.map(({ id }) => id) });
      setBusy(false);
    }
    if (flow) await forgetFlows();
  };
  return (
    <Popup title={t.flow.start} onClose={isBusy ? undefined : () => close(onClose)}>
      {!data ? (
        error ? (
          <Problem problem={error} retry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} />
        )
      ) : !definition ? (
        <p>{t.flow.noneToStart}</p>
      ) : (
        <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
          {problems.above.length > 0 && <Notice texts={problems.above} />}
          {begun ? (
            <p>{t.flow.begun(begun.name, String(begun.code))}</p>
          ) : (
            <>
              <LabelledField label={t.flow.which}>
                {(control) => (
                  <select {...control} className="input" value={definition.id} onChange={({ target }) => setChosen(target.value)}>
                    {startable.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </select>
                )}
              </LabelledField>
              <FormFields
                client={client}
                fields={inputs}
                values={values}
                errors={problems.byField}
                onChange={(id, value) => setTyped({ ...typed, [id]: value })}
              />
              <Comment value={comment} error={problems.comment} onChange={setComment} />
              <People client={client} named={named} problems={problems} onChange={setNamed} />
            </>
          )}
          <FormActions submit={begun ? t.flow.join : t.flow.startNow} isBusy={isBusy} onCancel={() => close(onClose)} />
        </form>
      )}
    </Popup>
  );
}
