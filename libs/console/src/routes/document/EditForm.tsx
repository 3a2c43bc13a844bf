import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { changedFields, changeDocument } from '../../api/changes';
import { documentByCode, valuesByField, type OneDocument } from '../../api/documents';
import { fieldKey } from '../../api/field-key';
import { forgetDocuments } from '../../api/query-client';
import { Refusal } from '../../api/refusal';
import type { Client, Level } from '../../api/structure';
import { Inputs } from '../../forms/Inputs';
import { sortProblems, type Sorted } from '../../forms/problems';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { t } from '../../i18n';
import { Notice, sentencesOf } from '../../ui/Problem';
import { say } from '../../ui/Toasts';

interface Props {
  client: Client;
  level: Level;
  found: OneDocument;
  onClose: () => void;
}
const NOTHING: Sorted = { byField: {}, above: [] };

/** Changes the document that was read, unless somebody else changed it since: then both versions are shown. */
export function EditForm({ client, level, found, onClose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const queries = useQueryClient();
  // As read when the form opened; a refetch in the background must not change what If-Match says.
  const [base, setBase] = useState(found);
  const [values, setValues] = useState(() => valuesByField(level.fields, found.values));
  const [theirs, setTheirs] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState(NOTHING);
  useFocusProblem(form, refused === NOTHING ? null : refused);
  const changes = changedFields(level.fields, valuesByField(level.fields, base.values), values);
  const { saved, close } = useUnsaved(changes.length > 0);

  /** What the archive holds by now becomes the base; fields that both changed show its value. */
  const readAgain = async () => {
    const now = await queries.fetchQuery({ ...documentByCode(client, found.code), staleTime: 0 });
    if (!now) return setRefused({ byField: {}, above: [t.document.missing] });
    const [before, after] = [valuesByField(level.fields, base.values), valuesByField(level.fields, now.values)];
    const changed = changedFields(level.fields, before, after).map(fieldKey);
    const mine = changedFields(level.fields, before, values).map(fieldKey);
    setTheirs(Object.fromEntries(changed.filter((key) => mine.includes(key)).map((key) => [key, after[key]!])));
    setValues({ ...values, ...Object.fromEntries(changed.filter((key) => !mine.includes(key)).map((key) => [key, after[key]!])) });
    setBase(now);
    setRefused({ byField: {}, above: [t.form.conflict] });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (changes.length === 0) {
      say(t.form.unchanged);
      return onClose();
    }
    setBusy(true);
    try {
      await changeDocument({ client: client.id, unit: base.unit, level: level.id }, base, changes, values);
      await forgetDocuments();
      say(t.form.saved);
      saved();
      onClose();
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 412)
        await readAgain().catch((cause: unknown) => setRefused({ byField: {}, above: sentencesOf(cause) }));
      else {
        const sorted = sortProblems(problem instanceof Refusal ? problem.fields : [], changes, level.fields);
        const isPlaced = Object.keys(sorted.byField).length > 0 || sorted.above.length > 0;
        setRefused(isPlaced ? sorted : { byField: {}, above: sentencesOf(problem) });
      }
      setBusy(false);
    }
  };
  return (
    <form ref={form} className="stack" id="edit" noValidate onSubmit={(event) => void submit(event)}>
      {refused.above.length > 0 && <Notice texts={refused.above} />}
      <Inputs
        level={level}
        values={values}
        errors={refused.byField}
        theirs={theirs}
        onChange={(key, value) => {
          setValues({ ...values, [key]: value });
          const { [key]: gone, ...others } = refused.byField;
          if (gone) setRefused({ ...refused, byField: others });
        }}
      />
      <div className="form-actions">
        <Button className="button" onPress={() => close(onClose)}>
          {t.cancel}
        </Button>
        <Button className="button primary" type="submit" isPending={isBusy}>
          {t.form.save}
        </Button>
      </div>
    </form>
  );
}
