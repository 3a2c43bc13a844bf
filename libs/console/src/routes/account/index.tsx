import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { passwordNeeded } from '../../api/call';
import { session } from '../../api/session';
import { isEnglish, speak, t } from '../../i18n';
import { density, DENSITIES, letters, type Density } from '../../shell/preferences';
import { applyTheme, theme, THEMES, type Theme } from '../../shell/theme';
import { useStore } from '../../store';
import { LabelledField } from '../../ui/LabelledField';
import { useTitle } from '../../ui/useTitle';
import { Sessions } from '../users/Sessions';

interface ChoiceProps<T extends string> {
  label: string;
  hint?: string;
  value: T;
  options: readonly T[];
  nameOf: (option: T) => string;
  onChange: (option: T) => void;
}

function Choice<T extends string>({ label, hint, value, options, nameOf, onChange }: ChoiceProps<T>) {
  return (
    <LabelledField label={label} hint={hint}>
      {(control) => (
        <select {...control} className="input" value={value} onChange={({ target }) => onChange(target.value as T)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {nameOf(option)}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id} className="card-title">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Look() {
  const [chosen, setChosen] = useState(theme);
  const rows = useStore(density);
  const areLettersOn = useStore(letters);
  return (
    <Part id="look" title={t.account.look}>
      <div className="inputs">
        <Choice<'pt' | 'en'>
          label={t.account.language}
          value={isEnglish ? 'en' : 'pt'}
          options={['pt', 'en']}
          nameOf={(language) => t.account.languages[language]}
          onChange={speak}
        />
        <Choice<Theme>
          label={t.account.theme}
          value={chosen}
          options={THEMES}
          nameOf={(option) => t.nav.theme[option]}
          onChange={(option) => {
            applyTheme(option);
            setChosen(option);
          }}
        />
        <Choice<Density>
          label={t.account.density}
          value={rows}
          options={DENSITIES}
          nameOf={(option) => t.account.densities[option]}
          onChange={density.set}
        />
      </div>
      <label className="row">
        <input type="checkbox" className="check" checked={areLettersOn} onChange={({ target }) => letters.set(target.checked)} />
        {t.account.letters}
      </label>
      <p className="quiet small">{t.account.lettersHint}</p>
    </Part>
  );
}

export default function Account() {
  const { session: person } = useStore(session.store);
  useTitle(t.account.title);
  return (
    <section className="page stack narrow-page" aria-labelledby="title">
      <div>
        <h1 id="title">{t.account.title}</h1>
        <p className="quiet">{person && `${person.NomeUsuario} · ${person.Login}`}</p>
      </div>
      <Part id="password" title={t.login.password}>
        <p className="quiet">{t.account.passwordHint}</p>
        <div>
          <Button className="button" onPress={() => passwordNeeded.set('')}>
            {t.password.change}
          </Button>
        </div>
      </Part>
      <Look />
      <Part id="sessions" title={t.users.sessions}>
        {/* A new password ends all of them, and begins another one. */}
        {person && <Sessions key={person.Token} user={person.IdUsuario} />}
      </Part>
    </section>
  );
}
