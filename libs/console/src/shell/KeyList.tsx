import { Button } from 'react-aria-components';
import { t } from '../i18n';
import { useStore } from '../store';
import { Popup } from '../ui/Popup';
import { isKeyListOpen, shortcutGroups, type Place } from './keys';
import { letters } from './preferences';

const close = () => isKeyListOpen.set(false);

/** What keys do on this page. */
export default function KeyList() {
  const groups = useStore(shortcutGroups);
  const hasLetters = useStore(letters);
  const places = (Object.keys(t.keys.places) as Place[]).map((place) => ({
    place,
    shortcuts: groups
      .filter((group) => group.place === place)
      .flatMap(({ shortcuts }) => shortcuts)
      .map(({ keys, run, what }) => ({ what, keys: keys.filter((key) => hasLetters || !run || key.startsWith('Ctrl ')) }))
      .filter(({ keys }) => keys.length > 0),
  }));
  return (
    <Popup title={t.keys.title} onClose={close}>
      {places
        .filter(({ shortcuts }) => shortcuts.length > 0)
        .map(({ place, shortcuts }) => (
          <section key={place} className="stack" aria-label={t.keys.places[place]}>
            <h3>{t.keys.places[place]}</h3>
            <dl className="key-list">
              {shortcuts.map(({ keys, what }) => (
                <div key={what}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      {!hasLetters && <p className="quiet">{t.keys.lettersOff}</p>}
      <div className="dialog-actions">
        <Button className="button" onPress={close} autoFocus>
          {t.close}
        </Button>
      </div>
    </Popup>
  );
}
