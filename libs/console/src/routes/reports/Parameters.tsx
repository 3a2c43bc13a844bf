import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { userNames } from '../../api/audit';
import { lists } from '../../api/lists';
import { Refusal } from '../../api/refusal';
import { sentParameters, type Report, type ReportParameter } from '../../api/reports';
import type { Client } from '../../api/structure';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { isEnglish, t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import { Notice } from '../../ui/Problem';
import { wordIn } from './words';

type Option = readonly [value: string, text: string];

/** What a parameter is chosen from; null: it is typed. */
function useOptions(client: Client, { choice }: ReportParameter): readonly Option[] | null {
  const known = useQuery({ ...lists(client.id), enabled: choice === 'list' });
  const users = useQuery({ ...userNames(client.id), enabled: choice === 'user' });
  if (choice === 'level') return client.levels.map(({ id, path }) => [id, path]);
  if (choice === 'list') return known.data?.map(({ id, name }) => [id, name]) ?? [];
  if (choice === 'user') return users.data && users.data.size > 0 ? [...users.data] : null;
  if (choice === 'flag')
    return [
      ['true', t.reports.yes],
      ['false', t.reports.no],
    ];
  return null;
}

interface ParameterProps {
  client: Client;
  parameter: ReportParameter;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Parameter({ client, parameter, value, error, onChange }: ParameterProps) {
  const options = useOptions(client, parameter);
  const label = (
    <>
      {wordIn(isEnglish, parameter.name)} {parameter.isMandatory && <span className="quiet small">({t.form.required})</span>}
    </>
  );
  return (
    <LabelledField label={label} error={error}>
      {(control) => {
        const common = { ...control, className: 'input', name: parameter.id, value };
        return options ? (
          <select {...common} onChange={({ target }) => onChange(target.value)}>
            <option value="" />
            {options.map(([id, text]) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...common}
            type={parameter.choice === 'day' ? 'date' : 'text'}
            inputMode={parameter.choice === 'number' ? 'numeric' : 'text'}
            onChange={({ target }) => onChange(target.value)}
          />
        );
      }}
    </LabelledField>
  );
}

interface Props {
  client: Client;
  report: Report;
  values: ReadonlyMap<string, string>;
  problem: unknown;
  isBusy: boolean;
  onRun: (values: ReadonlyMap<string, string>) => void;
}

/** The parameters of a report; refusals of its run stand beside them. */
export function Parameters({ client, report, values, problem, isBusy, onRun }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(values);
  const problems = problem instanceof Refusal ? problem.fields : [];
  const sent = sentParameters(report, values);
  const positionOf = (field: string) => Number(/^Parametros\[(\d+)\]/.exec(field)?.[1] ?? -1);
  const above = problems.filter(({ field }) => !sent[positionOf(field)]).map(({ message }) => message);
  useFocusProblem(form, problems.length > 0 ? problem : null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun(typed);
  };
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      {above.length > 0 && <Notice texts={above} />}
      <div className="filters">
        {report.parameters.map((parameter) => (
          <Parameter
            key={parameter.id}
            client={client}
            parameter={parameter}
            value={typed.get(parameter.id) ?? ''}
            error={problems.find(({ field }) => sent[positionOf(field)] === parameter)?.message}
            onChange={(value) => setTyped(new Map(typed).set(parameter.id, value))}
          />
        ))}
        <Button className="button primary bottom" type="submit" isPending={isBusy}>
          {t.reports.show}
        </Button>
      </div>
    </form>
  );
}
