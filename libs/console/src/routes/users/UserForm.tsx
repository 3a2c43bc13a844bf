import { useRef, useState, type FormEvent, type InputHTMLAttributes } from 'react';
import type { Client } from '../../api/structure';
import { changeUser, createUser, forgetUsers, type User } from '../../api/users';
import { placeProblems } from '../../forms/placed';
import { useUnsaved } from '../../forms/unsaved';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { Notice } from '../../ui/Problem';
import { say } from '../../ui/Toasts';
import { newPassword } from './password';
import { FormActions } from '../../forms/FormActions';

interface Props {
  client: Client;
  /** Null: a new one. */
  user: User | null;
  onClose: () => void;
  onCreated?: (id: string, login: string, password: string) => void;
}
const MONTHS = { min: 1, max: 99 };
const ROWS = { min: 10, max: 500 };

type Values = Record<'nome' | 'login' | 'email' | 'senha' | 'registrosPorPagina' | 'frequenciaTrocaSenha' | 'idUnidadePermissao', string>;

const valuesOf = (user: User | null, client: Client): Values => ({
  nome: user?.name ?? '',
  login: user?.login ?? '',
  email: user?.email ?? '',
  senha: user ? '' : newPassword(),
  registrosPorPagina: String(user?.pageSize ?? ''),
  frequenciaTrocaSenha: String(user?.passwordMonths ?? ''),
  idUnidadePermissao: client.units[0]?.id ?? '',
});

/** What differs, as the service takes it. */
function changesOf(user: User, values: Values, mustChange: boolean): object {
  const [rows, months] = [
    Number(values.registrosPorPagina),
    values.frequenciaTrocaSenha === '' ? null : Number(values.frequenciaTrocaSenha),
  ];
  return {
    ...(values.nome !== user.name && { nome: values.nome }),
    ...(values.email !== user.email && { email: values.email || null }),
    ...(rows !== user.pageSize && { registrosPorPagina: rows }),
    ...(months !== user.passwordMonths && { frequenciaTrocaSenha: months }),
    ...(mustChange !== user.mustChangePassword && { alteraSenhaProximoLogin: mustChange }),
  };
}

export function UserForm({ client, user, onClose, onCreated }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => valuesOf(user, client));
  const [first] = useState(values);
  const [mustChange, setMustChange] = useState(user?.mustChangePassword ?? true);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const shown: readonly (keyof Values)[] = user
    ? ['nome', 'email', 'registrosPorPagina', 'frequenciaTrocaSenha']
    : ['nome', 'login', 'email', 'senha', ...(client.units.length > 1 ? (['idUnidadePermissao'] as const) : [])];
  const { above, errorOf } = placeProblems(problem, shown);
  useFocusProblem(form, problem);
  const { saved, close } = useUnsaved(values !== first);

  const create = async () => {
    const { nome, login, email, senha, idUnidadePermissao } = values;
    const place = { idClientePermissao: client.id, idUnidadePermissao };
    const id = await createUser({ nome, login, email, senha, alteraSenhaProximoLogin: mustChange, ...place });
    onCreated?.(id, login.trim(), senha);
  };
  const change = async (known: User) => {
    const changes = changesOf(known, values, mustChange);
    if (Object.keys(changes).length > 0) await changeUser(known.id, changes);
    say(Object.keys(changes).length > 0 ? t.users.changed : t.form.unchanged);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(null);
    try {
      await (user ? change(user) : create());
      saved();
      await forgetUsers();
    } catch (refusal) {
      setProblem(refusal);
      setBusy(false);
    }
  };
  const isMandatory = (name: string) => !user && ['nome', 'login', 'email', 'senha'].includes(name);
  const input = (name: keyof typeof t.users.fields, attributes: InputHTMLAttributes<HTMLInputElement> = {}) => (
    <LabelledField
      label={
        <>
          {t.users.fields[name]} {isMandatory(name) && <span className="quiet small">({t.form.required})</span>}
        </>
      }
      hint={name === 'senha' ? t.password.rules : undefined}
      error={errorOf(name)}
    >
      {(control) => (
        <input
          {...control}
          {...attributes}
          className="input"
          name={name}
          value={values[name]}
          autoComplete="off"
          onChange={({ target }) => setValues({ ...values, [name]: target.value })}
        />
      )}
    </LabelledField>
  );
  return (
    <Popup title={user ? t.users.edit : t.users.create} onClose={isBusy ? undefined : () => close(onClose)}>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {above.length > 0 && <Notice texts={above} />}
        {input('nome', { maxLength: 250, autoFocus: true })}
        {!user && input('login', { maxLength: 50, autoCapitalize: 'none', spellCheck: false })}
        {input('email', { maxLength: 50, type: 'email' })}
        {!user && input('senha', { maxLength: 128, spellCheck: false })}
        {user && input('registrosPorPagina', { type: 'number', ...ROWS })}
        {user && input('frequenciaTrocaSenha', { type: 'number', ...MONTHS })}
        {!user && client.units.length > 1 && (
          <LabelledField label={t.form.unit}>
            {(control) => (
              <select
                {...control}
                className="input"
                value={values.idUnidadePermissao}
                onChange={({ target }) => setValues({ ...values, idUnidadePermissao: target.value })}
              >
                {client.units.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </LabelledField>
        )}
        <label className="row">
          <input type="checkbox" className="check" checked={mustChange} onChange={({ target }) => setMustChange(target.checked)} />
          {t.users.mustChange}
        </label>
        <FormActions submit={user ? t.form.save : t.users.create} isBusy={isBusy} onCancel={() => close(onClose)} />
      </form>
    </Popup>
  );
}
