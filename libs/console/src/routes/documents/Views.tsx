import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { forgetView, savedViews, saveView } from '../../api/views';
import { useFocusProblem } from '../../forms/useFocusProblem';
import { t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { Problem, sentencesOf } from '../../ui/Problem';
import { complain, say } from '../../ui/Toasts';
import { FormActions } from '../../forms/FormActions';

function Saving({ search, onClose }: { search: string; onClose: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useFocusProblem(form, error);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setError(t.views.needsName);
    setBusy(true);
    setError(undefined);
    try {
      await saveView({ name: name.trim(), search });
      say(t.views.saved);
      onClose();
    } catch (problem) {
      setError(sentencesOf(problem).join(' '));
      setBusy(false);
    }
  };
  return (
    <Popup title={t.views.save} onClose={isBusy ? undefined : onClose}>
      <form ref={form} className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <LabelledField label={t.views.name} hint={t.views.hint} error={error}>
          {(control) => (
            <input {...control} className="input" maxLength={80} autoFocus value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </LabelledField>
        <FormActions submit={t.views.save} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Popup>
  );
}

function Managing({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(savedViews());
  const [removing, setRemoving] = useState<string>();
  const remove = async (name: string) => {
    setRemoving(name);
    await forgetView(name).catch(complain);
    setRemoving(undefined);
  };
  return (
    <Popup title={t.views.manage} onClose={onClose}>
      {error && <Problem problem={error} retry={() => void refetch()} />}
      {data?.views.length === 0 && <p className="quiet">{t.views.none}</p>}
      <ul>
        {data?.views.map(({ name }) => (
          <li key={name} className="row">
            <span className="grow ellipsis">{name}</span>
            <Button
              className="button ghost square"
              aria-label={t.views.remove(name)}
              isPending={removing === name}
              isDisabled={removing !== undefined && removing !== name}
              onPress={() => void remove(name)}
            >
              <Icon name="trash-2" size={16} />
            </Button>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <Button className="button" onPress={onClose}>
          {t.close}
        </Button>
      </div>
    </Popup>
  );
}

/** Filters, order and place under a name. */
export function Views({ search }: { search: string }) {
  const { data, error, refetch } = useQuery(savedViews());
  const problem = error && [...sentencesOf(error), t.problems.retry].join(' ');
  const all = data?.views ?? [];
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  return (
    <>
      <MenuTrigger>
        <Button className="button">
          <Icon name="bookmark" size={16} /> {t.views.title}
        </Button>
        <Popover className="popover">
          <Menu className="menu">
            {all.map((view) => (
              <MenuItem key={view.name} id={`view ${view.name}`} href={`/documentos?${view.search}`} textValue={view.name}>
                <Icon name="bookmark" size={16} /> {view.name}
              </MenuItem>
            ))}
            {problem && (
              <MenuItem onAction={() => void refetch()} textValue={problem}>
                <Icon name="circle-alert" size={16} /> {problem}
              </MenuItem>
            )}
            {(all.length > 0 || problem) && <Separator />}
            <MenuItem onAction={() => setOpen('save')} textValue={t.views.save}>
              <Icon name="plus" size={16} /> {t.views.save}
            </MenuItem>
            {all.length > 0 && (
              <MenuItem onAction={() => setOpen('manage')} textValue={t.views.manage}>
                <Icon name="trash-2" size={16} /> {t.views.manage}
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {open === 'save' && <Saving search={search} onClose={() => setOpen(null)} />}
      {open === 'manage' && <Managing onClose={() => setOpen(null)} />}
    </>
  );
}
