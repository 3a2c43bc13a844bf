import { useRef, useState, type FormEvent } from 'react';
import { queryClient } from '../../api/query-client';
import { Refusal } from '../../api/refusal';
import type { Client } from '../../api/structure';
import { changeWebhook, createWebhook, type Webhook, type WebhookValues } from '../../api/webhooks';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { Notice, sentencesOf } from '../../ui/Problem';
import { say } from '../../ui/Toasts';
import { GROUPS, wordOf } from './words';
import { FormActions } from '../../forms/FormActions';

/** Members of the call, as refusals name them. */
const FIELDS = { url: 'url', description: 'descricao', types: 'tipos', level: 'idNivel' };

interface Props {
  client: Client;
  /** Null: a new one. */
  webhook: Webhook | null;
  onClose: () => void;
  onCreated?: (made: { id: string; secret: string }) => void;
}

function differing(before: Webhook, after: WebhookValues): Partial<WebhookValues> {
  const names = ['url', 'description', 'types', 'level'] as const;
  return Object.fromEntries(names.filter((name) => String(before[name]) !== String(after[name])).map((name) => [name, after[name]]));
}

export function WebhookForm({ client, webhook, onClose, onCreated }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<WebhookValues>(webhook ?? { url: '', description: '', types: [], level: null });
  const [first] = useState(values);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const problems = problem instanceof Refusal ? problem.fields : [];
  const isAbout = (field: string, name: string) => field === name || field.startsWith(`${name}[`);
  const errorOf = (name: string) =>
    problems
      .filter(({ field }) => isAbout(field, name))
      .map(({ message }) => message)
      .join(' ') || undefined;
  const others = problems.filter(({ field }) => !Object.values(FIELDS).some((name) => isAbout(field, name)));
  const above = problem === null ? [] : problems.length === 0 ? sentencesOf(problem) : others.map(({ message }) => message);
  useFocusProblem(form, problem);
  const { saved, close } = useUnsaved(values !== first);
  // Types that are no whole group stay as they are until they are taken away.
  const groups: readonly string[] = Object.values(GROUPS);
  const types = [...groups, ...(webhook?.types ?? []).filter((type) => !groups.includes(type))];
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    const sent = { ...values, url: values.url.trim(), description: values.description.trim() };
    try {
      if (webhook) await changeWebhook(client.id, webhook.id, differing(webhook, sent));
      const made = webhook ? null : await createWebhook(client.id, sent);
      await queryClient.invalidateQueries({ queryKey: ['webhooks', client.id] });
      say(webhook ? t.webhooks.changed : t.webhooks.created);
      saved();
      onClose();
      if (made) onCreated?.(made);
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  return (
    <Popup title={webhook ? t.webhooks.change : t.webhooks.create} onClose={isBusy ? undefined : () => close(onClose)}>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {above.length > 0 && <Notice texts={above} />}
        <LabelledField label={t.webhooks.url} hint={t.webhooks.urlHint} error={errorOf(FIELDS.url)}>
          {(control) => (
            <input
              {...control}
              className="input"
              name="url"
              type="url"
              autoFocus
              value={values.url}
              onChange={({ target }) => setValues({ ...values, url: target.value })}
            />
          )}
        </LabelledField>
        <LabelledField label={t.webhooks.description} error={errorOf(FIELDS.description)}>
          {(control) => (
            <input
              {...control}
              className="input"
              name="description"
              value={values.description}
              onChange={({ target }) => setValues({ ...values, description: target.value })}
            />
          )}
        </LabelledField>
        <fieldset className="stack">
          <legend>{t.webhooks.types}</legend>
          <p className="quiet small">{t.webhooks.typesHint}</p>
          {errorOf(FIELDS.types) && <p className="field-error">{errorOf(FIELDS.types)}</p>}
          <div className="choices">
            {types.map((type) => (
              <label key={type} className="row">
                <input
                  type="checkbox"
                  className="check"
                  checked={values.types.includes(type)}
                  onChange={({ target }) =>
                    setValues({ ...values, types: types.filter((each) => (each === type ? target.checked : values.types.includes(each))) })
                  }
                />
                {wordOf(type)}
              </label>
            ))}
          </div>
        </fieldset>
        <LabelledField label={t.webhooks.level} hint={t.webhooks.levelHint} error={errorOf(FIELDS.level)}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={values.level ?? ''}
              onChange={({ target }) => setValues({ ...values, level: target.value || null })}
            >
              <option value="">{t.webhooks.allLevels}</option>
              {client.levels.map(({ id, path }) => (
                <option key={id} value={id}>
                  {path}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
        <FormActions submit={webhook ? t.form.save : t.webhooks.create} isBusy={isBusy} onCancel={() => close(onClose)} />
      </form>
    </Popup>
  );
}
