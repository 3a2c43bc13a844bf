import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useLocation, useSearch } from 'wouter';
import { t } from '../i18n';
import { useStore } from '../store';
import { UploadTray } from '../uploads/UploadTray';
import { DropZone } from '../uploads/DropZone';
import { Boundary } from '../ui/Boundary';
import { Icon } from '../ui/Icon';
import { complain } from '../ui/Toasts';
import { Account } from './Account';
import { Banner } from './Interruptions';
import { isKeyListOpen, useShortcuts } from './keys';
import { Mark } from './Mark';
import { useMenu } from './menu';
import { Sidebar } from './Sidebar';

const GoTo = lazy(() => import('./GoTo'));
const KeyList = lazy(() => import('./KeyList'));

export function Shell({ children }: { children: ReactNode }) {
  const [location, navigate] = useLocation();
  const here = location + useSearch();
  const { entries } = useMenu();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [isGoing, setGoing] = useState(false);
  // On a phone the menu belongs to the page that it was opened on: going elsewhere closes it.
  const isOpen = openAt === here;
  const areKeysListed = useStore(isKeyListOpen);
  useShortcuts('everywhere', [
    { keys: ['Ctrl K', '/'], what: t.go.label, run: () => setGoing(true) },
    { keys: ['?'], what: t.keys.title, run: () => isKeyListOpen.set(true) },
    ...entries.flatMap(({ keys, name, href }) => (keys ? [{ keys: [keys], what: t.keys.goTo(name), run: () => navigate(href) }] : [])),
  ]);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t.skip}
      </a>
      <header className="topbar">
        <Button
          className="button ghost square only-narrow"
          aria-label={t.nav.toggle}
          aria-expanded={isOpen}
          onPress={() => setOpenAt(isOpen ? null : here)}
        >
          <Icon name={isOpen ? 'x' : 'menu'} />
        </Button>
        <Mark />
        <Button className="omnibox" aria-keyshortcuts="Control+K" onPress={() => setGoing(true)}>
          <Icon name="search" size={16} />
          <span>{t.nav.search}</span>
          <kbd aria-hidden="true">Ctrl K</kbd>
        </Button>
        <Account />
      </header>
      <div className={isOpen ? 'side open' : 'side'}>
        <Sidebar />
      </div>
      <main id="content" tabIndex={-1}>
        <Banner />
        {children}
      </main>
      <UploadTray />
      <DropZone />
      {isGoing && (
        <Boundary fallback={null} onFailure={(problem) => (complain(problem), setGoing(false))}>
          <Suspense>
            <GoTo onClose={() => setGoing(false)} />
          </Suspense>
        </Boundary>
      )}
      {areKeysListed && (
        <Boundary fallback={null} onFailure={(problem) => (complain(problem), isKeyListOpen.set(false))}>
          <Suspense>
            <KeyList />
          </Suspense>
        </Boundary>
      )}
    </div>
  );
}
