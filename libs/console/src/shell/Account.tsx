import { useState } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { logOut, passwordNeeded } from '../api/call';
import { session } from '../api/session';
import { leave } from '../forms/unsaved';
import { isEnglish, speak, t } from '../i18n';
import { useStore } from '../store';
import { Icon } from '../ui/Icon';
import { isKeyListOpen } from './keys';
import { applyTheme, theme, THEMES, type Theme } from './theme';

const PICTURES = { system: 'monitor', light: 'sun', dark: 'moon' } as const;

export function Account() {
  const [chosen, setChosen] = useState(theme);
  const { session: person } = useStore(session.store);
  const name = person?.NomeUsuario ?? '';
  const choose = (next: Theme) => {
    applyTheme(next);
    setChosen(next);
  };
  return (
    <MenuTrigger>
      <Button className="account">
        <span className="avatar" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
        <span className="account-name">{name}</span>
        <Icon name="chevron-down" size={14} />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu">
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[chosen]}
            onSelectionChange={(keys) => choose([...keys][0] as Theme)}
          >
            <Header>{person?.Login}</Header>
            {THEMES.map((id) => (
              <MenuItem key={id} id={id} textValue={t.nav.theme[id]}>
                <Icon name={PICTURES[id]} size={16} /> {t.nav.theme[id]}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator />
          <MenuItem href="/conta" textValue={t.account.title}>
            <Icon name="user" size={16} /> {t.account.title}
          </MenuItem>
          <MenuItem onAction={() => speak(isEnglish ? 'pt' : 'en')} textValue={t.nav.language}>
            <Icon name="languages" size={16} /> <span lang={isEnglish ? 'pt-BR' : 'en'}>{t.nav.language}</span>
          </MenuItem>
          <MenuItem onAction={() => isKeyListOpen.set(true)} textValue={t.keys.title}>
            <Icon name="keyboard" size={16} /> {t.keys.title}
          </MenuItem>
          <MenuItem onAction={() => passwordNeeded.set('')} textValue={t.password.change}>
            <Icon name="pen-line" size={16} /> {t.password.change}
          </MenuItem>
          <MenuItem onAction={() => leave(() => void logOut())} textValue={t.nav.logout}>
            <Icon name="log-out" size={16} /> {t.nav.logout}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
