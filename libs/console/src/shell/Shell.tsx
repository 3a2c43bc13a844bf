import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useLocation, useSearch } from 'wouter';
import { t } from '../i18n';
import { UploadTray } from '../uploads/UploadTray';
import { DropZone } from '../uploads/DropZone';
import { Icon } from '../ui/Icon';
import { Account } from './Account';
import { Banner } from './Interruptions';
import { Mark } from './Mark';
import { letters } from './preferences';
import { Sidebar } from './Sidebar';

const GoTo = lazy(() => import('./GoTo'));

const isTyping = (target: EventTarget | null) => target instanceof Element && target.matches('input, textarea, select, [contenteditable]');

export function Shell({ children }: { children: ReactNode }) {
  const here = useLocation()[0] + useSearch();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const [isGoing, setGoing] = useState(false);
  // On a phone the menu belongs to the page that it was opened on: going elsewhere closes it.
  const isOpen = openAt === here;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isShortcut =
        (event.key === 'k' && (event.ctrlKey || event.metaKey)) || (event.key === '/' && letters.get() && !isTyping(event.target));
      if (!isShortcut) return;
      event.preventDefault();
      setGoing(true);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
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
        <Suspense>
          <GoTo onClose={() => setGoing(false)} />
        </Suspense>
      )}
    </div>
  );
}
