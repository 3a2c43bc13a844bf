import { useState, type FormEvent } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { forgetView, saveView, views } from '../../api/views';
import { t } from '../../i18n';
import { useStore } from '../../store';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { Popup } from '../../ui/Popup';
import { say } from '../../ui/Toasts';

function Saving({ search, onClose }: { search: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setError(t.views.needsName);
    saveView({ name: name.trim(), search });
    say(t.views.saved);
    onClose();
  };
  return (
    <Popup title={t.views.save} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <LabelledField label={t.views.name} hint={t.views.hint} error={error}>
          {(control) => (
            <input {...control} className="input" maxLength={80} autoFocus value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </LabelledField>
        <div className="dialog-actions">
          <Button className="button" onPress={onClose}>
            {t.cancel}
          </Button>
          <Button className="button primary" type="submit">
            {t.views.save}
          </Button>
        </div>
      </form>
    </Popup>
  );
}

function Managing({ onClose }: { onClose: () => void }) {
  const all = useStore(views);
  return (
    <Popup title={t.views.manage} onClose={onClose}>
      {all.length === 0 && <p className="quiet">{t.views.none}</p>}
      <ul>
        {all.map(({ name }) => (
          <li key={name} className="row">
            <span className="grow ellipsis">{name}</span>
            <Button className="button ghost square" aria-label={t.views.remove(name)} onPress={() => forgetView(name)}>
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
  const all = useStore(views);
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
            {all.length > 0 && <Separator />}
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
