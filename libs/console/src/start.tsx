import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/grid.css';
import './styles/document.css';
import './styles/pages.css';
import './styles/narrow.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { I18nProvider, RouterProvider } from 'react-aria-components';
import { Router, useLocation } from 'wouter';
import { queryClient } from './api/query-client';
import { loadEnglish } from './api/refusal';
import { session } from './api/session';
import { App } from './app';
import { BASE } from './base';
import { isEnglish, locale } from './i18n';
import { applyTheme } from './shell/theme';

applyTheme();
document.documentElement.lang = locale;

/** Links and rows of React Aria go where the router goes. */
function Routed() {
  const [, navigate] = useLocation();
  return (
    <RouterProvider navigate={navigate} useHref={(to) => BASE + to}>
      <App />
    </RouterProvider>
  );
}

async function start(): Promise<void> {
  // The code of the first page comes while other tabs are asked for a session.
  if (/\/documentos\/?$/.test(location.pathname)) void import('./routes/documents');
  await Promise.all([session.ready(), isEnglish ? loadEnglish() : undefined]);
  createRoot(document.getElementById('app')!).render(
    <I18nProvider locale={locale}>
      <QueryClientProvider client={queryClient}>
        <Router base={BASE}>
          <Routed />
        </Router>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

void start();
