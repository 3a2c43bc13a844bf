import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Router, useLocation } from 'wouter';
import { queryClient } from './api/query-client';
import { loadEnglish } from './api/refusal';
import { session } from './api/session';
import { App, firstScreen } from './app';
import { BASE } from './base';
import { guardHistory, useGuardedLocation } from './forms/unsaved';
import { isEnglish, locale } from './i18n';
import { tellRemoved } from './routes/documents/removed';
import { keepAnnouncements } from './ui/announcements';

/** Links and rows of React Aria go where the router goes. */
function Routed() {
  const [, navigate] = useLocation();
  return (
    <RouterProvider navigate={navigate} useHref={(to) => BASE + to}>
      <App />
    </RouterProvider>
  );
}

export async function start(): Promise<void> {
  keepAnnouncements();
  guardHistory();
  // Without it the screen itself says that it could not be loaded.
  await Promise.all([session.ready(), isEnglish ? loadEnglish() : undefined, firstScreen().catch(() => undefined)]);
  if (session.get()) tellRemoved();
  createRoot(document.getElementById('app')!).render(
    <I18nProvider locale={locale}>
      <QueryClientProvider client={queryClient}>
        <Router base={BASE} hook={useGuardedLocation}>
          <Routed />
        </Router>
      </QueryClientProvider>
    </I18nProvider>,
  );
}
