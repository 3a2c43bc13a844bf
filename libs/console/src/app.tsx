import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { session } from './api/session';
import { t } from './i18n';
import { Interruptions } from './shell/Interruptions';
import { Leaving } from './shell/Leaving';
import { LoginPage } from './shell/LoginPage';
import { screen } from './screen';
import { Shell } from './shell/Shell';
import { useStore } from './store';
import { Boundary } from './ui/Boundary';
import { EmptyState } from './ui/EmptyState';
import { Skeleton } from './ui/Skeleton';
import { Toasts } from './ui/Toasts';

const Account = lazy(() => import('./routes/account'));
const Home = lazy(() => import('./routes/home'));
const Documents = screen(() => import('./routes/documents'));
const Document = screen(() => import('./routes/document'));
const NewDocument = lazy(() => import('./routes/new'));
const Audit = lazy(() => import('./routes/audit'));
const Boxes = lazy(() => import('./routes/boxes'));
const Flow = lazy(() => import('./routes/flows/One'));
const Flows = lazy(() => import('./routes/flows'));
const FlowTasks = lazy(() => import('./routes/flows/Tasks'));
const Levels = lazy(() => import('./routes/levels'));
const Lists = lazy(() => import('./routes/lists'));
const Bills = lazy(() => import('./routes/bills'));
const Reports = lazy(() => import('./routes/reports'));
const Sign = lazy(() => import('./routes/sign'));
const Usage = lazy(() => import('./routes/usage'));
const Users = lazy(() => import('./routes/users'));
const Webhooks = lazy(() => import('./routes/webhooks'));

/** The screens that links mostly lead to: their code comes together with this. */
export async function firstScreen(): Promise<void> {
  const [, below] = /\/documentos((?:\/[^/]+)*)\/?$/.exec(location.pathname) ?? [];
  if (below === '') await Documents.ahead();
  else if (below?.split('/').length === 3) await Document.ahead();
}

let login = '';

export function App() {
  const { session: person, isOver } = useStore(session.store);
  login = person?.Login ?? login;
  // The address stays: whoever logs in arrives where the link led.
  if (!person && !isOver) return <LoginPage />;
  return (
    <>
      <Shell>
        <Boundary>
          <Suspense fallback={<Skeleton rows={12} isPage />}>
            <Switch>
              <Route path="/" component={Home} />
              <Route path="/documentos" component={Documents} />
              <Route path="/documentos/novo" component={NewDocument} />
              <Route path="/documentos/:client/:code">
                <Document />
              </Route>
              <Route path="/documentos/:client/:code/editar">
                <Document isEditing />
              </Route>
              <Route path="/listas" component={Lists} />
              <Route path="/listas/:id" component={Lists} />
              <Route path="/caixas" component={Boxes} />
              <Route path="/caixas/:code" component={Boxes} />
              <Route path="/fluxos" component={Flows} />
              <Route path="/fluxos/tarefas" component={FlowTasks} />
              <Route path="/fluxos/:conf" component={Flows} />
              <Route path="/fluxos/:conf/:id" component={Flow} />
              <Route path="/niveis" component={Levels} />
              <Route path="/niveis/:id" component={Levels} />
              <Route path="/assinar" component={Sign} />
              <Route path="/auditoria" component={Audit} />
              <Route path="/faturas" component={Bills} />
              <Route path="/faturas/:id" component={Bills} />
              <Route path="/relatorios" component={Reports} />
              <Route path="/relatorios/:id" component={Reports} />
              <Route path="/conta" component={Account} />
              <Route path="/uso" component={Usage} />
              <Route path="/usuarios" component={Users} />
              <Route path="/usuarios/:id" component={Users} />
              <Route path="/webhooks" component={Webhooks} />
              <Route path="/webhooks/:id" component={Webhooks} />
              <Route>
                <EmptyState icon="circle-alert" isPage title={t.problems.missing} />
              </Route>
            </Switch>
          </Suspense>
        </Boundary>
      </Shell>
      <Leaving />
      <Interruptions username={login} />
      <Toasts />
    </>
  );
}
