import { useRef, useState, type FormEvent, type InputHTMLAttributes } from 'react';
import { createBox, type BoxType, type NewBox as Values } from '../../api/boxes';
import type { Client } from '../../api/structure';
import { placeProblems } from '../../forms/placed';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { Notice } from '../../ui/Problem';
import { say } from '../../ui/Toasts';
import { FormActions } from '../../forms/FormActions';

interface Props {
  client: Client;
  types: readonly BoxType[];
  onClose: () => void;
  onCreated: (code: number) => void;
}
const FIELDS: readonly string[] = ['idCaixaTipo', 'codigoCaixa', 'codigoCaixaExterna', 'numeroProvisorio'] satisfies (keyof Values)[];

export function NewBox({ client, types, onClose, onCreated }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({
    codigoCaixa: '',
    idUnidade: '',
    idCaixaTipo: types[0]?.id ?? '',
    codigoCaixaExterna: '',
    numeroProvisorio: '',
  });
  const [first] = useState(values);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { above, errorOf } = placeProblems(problem, FIELDS);
  const isInside = values.codigoCaixaExterna.trim() !== '';
  useFocusProblem(form, problem);
  const { saved, close } = useUnsaved(values !== first);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      const code = await createBox(client.id, { ...values, ...(isInside && { idCaixaTipo: '' }) });
      say(t.boxes.created(String(code)));
      saved();
      onCreated(code);
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  const put = (name: keyof Values, value: string) => setValues({ ...values, [name]: value });
  const input = (name: keyof Values, label: string, hint?: string, attributes: InputHTMLAttributes<HTMLInputElement> = {}) => (
    <LabelledField label={label} hint={hint} error={errorOf(name)}>
      {(control) => (
        <input
          {...control}
          {...attributes}
          className="input"
          name={name}
          value={values[name]}
          autoComplete="off"
          onChange={({ target }) => put(name, target.value)}
        />
      )}
    </LabelledField>
  );
  return (
    <Popup title={t.boxes.create} onClose={isBusy ? undefined : () => close(onClose)}>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {above.length > 0 && <Notice texts={above} />}
        {input('codigoCaixa', t.boxes.code, t.boxes.codeHint, { inputMode: 'numeric', maxLength: 12, autoFocus: true })}
        <LabelledField label={t.document.custody}>
          {(control) => (
            <select {...control} className="input" value={values.idUnidade} onChange={({ target }) => put('idUnidade', target.value)}>
              <option value="">{t.boxes.own(client.name)}</option>
              {client.units.map(({ id, name }) => (
                <option key={id} value={id}>
                  {t.boxes.outsourced(name)}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
        <LabelledField label={t.boxes.type} error={errorOf('idCaixaTipo')}>
          {(control) => (
            <select
              {...control}
              className="input"
              disabled={isInside}
              value={isInside ? '' : values.idCaixaTipo}
              onChange={({ target }) => put('idCaixaTipo', target.value)}
            >
              {isInside && <option value="" />}
              {types.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
        {input('codigoCaixaExterna', t.boxes.inside, t.boxes.insideHint, { inputMode: 'numeric' })}
        {input('numeroProvisorio', t.boxes.provisional, undefined, { maxLength: 50 })}
        <FormActions submit={t.boxes.make} isBusy={isBusy} onCancel={() => close(onClose)} />
      </form>
    </Popup>
  );
}
