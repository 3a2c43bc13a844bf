import '@fontsource-variable/inter/wght.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/grid.css';
import './styles/document.css';
import './styles/pages.css';
import './styles/narrow.css';
import { documents } from './api/documents';
import { queryClient } from './api/query-client';
import { loadEnglish } from './api/refusal';
import { session } from './api/session';
import { structure } from './api/structure';
import { isEnglish, locale } from './i18n';
import { askedOf } from './routes/documents/search';
import { applyTheme } from './shell/theme';

applyTheme();
document.documentElement.lang = locale;

const isDocuments = /\/documentos\/?$/.test(location.pathname);

/** What the first screen needs is asked for while the code that shows it comes. */
function askAhead(): void {
  if (!session.get()) return;
  void queryClient.prefetchQuery(structure());
  const asked = askedOf(new URLSearchParams(location.search));
  if (isDocuments && asked.client) void queryClient.prefetchInfiniteQuery(documents(asked));
}

void (isEnglish ? loadEnglish() : Promise.resolve()).then(askAhead);
void import('./start').then(({ start }) => start());
if (isDocuments) void import('./routes/documents');
