import { lazy } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { serviceUrl } from '../base';
import { useClient } from '../api/structure';
import { t } from '../i18n';
import { placeSearch } from '../routes/documents/search';
import { Icon } from '../ui/Icon';
import { Later } from './Later';

const LevelTree = lazy(async () => ({ default: (await import('./LevelTree')).LevelTree }));

/** The client that the address is about. */
export function useClientOfAddress(): string | null {
  const [location] = useLocation();
  const [search] = useSearchParams();
  const [, inPath] = /^\/documentos\/([0-9a-f-]{36})\//.exec(location) ?? [];
  return inPath ?? search.get('cliente');
}

export function Sidebar() {
  const [location, navigate] = useLocation();
  const [search] = useSearchParams();
  const { clients, client } = useClient(useClientOfAddress());
  const place = client ? `?${placeSearch(client.id)}` : '';
  const may = (permission: string) => client?.levels.some(({ permissions }) => permissions.has(permission)) ?? false;
  const links = (
    [
      { to: '/', name: t.nav.home, icon: 'house', needs: null },
      { to: '/documentos', name: t.nav.documents, icon: 'file-text', needs: 'documento.consultar' },
      { to: '/listas', name: t.nav.lists, icon: 'list', needs: 'lista.consultar' },
      { to: '/relatorios', name: t.nav.reports, icon: 'table', needs: 'relatorio.consultar' },
      { to: '/faturas', name: t.nav.bills, icon: 'receipt', needs: 'fatura.consultar' },
      { to: '/caixas', name: t.nav.boxes, icon: 'package', needs: 'documento.consultar' },
      { to: '/fluxos', name: t.nav.flows, icon: 'workflow', needs: 'fluxo.consultar' },
      { to: '/fluxos/tarefas', name: t.nav.tasks, icon: 'circle-check', needs: 'fluxo.consultar' },
      { to: '/uso', name: t.nav.usage, icon: 'chart-column', needs: null },
      { to: '/niveis', name: t.nav.levelsEditor, icon: 'list-tree', needs: 'acervo.administrar' },
      { to: '/usuarios', name: t.nav.users, icon: 'users', needs: 'usuario.administrar' },
      { to: '/auditoria', name: t.nav.audit, icon: 'shield-check', needs: 'auditoria.consultar' },
      { to: '/webhooks', name: t.nav.webhooks, icon: 'webhook', needs: 'webhook.administrar' },
    ] as const
  ).filter(({ needs }) => needs === null || may(needs));
  /** Of several that fit the longest one. */
  const here = links
    .filter(({ to }) => (to === '/' ? location === to : location.startsWith(to)))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
  const isHere = (to: string) => to === here?.to && !(to === '/documentos' && search.has('nivel'));
  return (
    <nav aria-label={t.nav.main}>
      {clients.length > 1 ? (
        <select
          className="input side-client"
          aria-label={t.nav.client}
          value={client?.id ?? ''}
          onChange={({ target }) => navigate(`/documentos?${placeSearch(target.value)}`)}
        >
          {clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      ) : (
        client && <p className="side-client">{client.name}</p>
      )}
      <ul>
        {links.map(({ to, name, icon }) => (
          <li key={to}>
            <Link className="side-link" href={to + place} aria-current={isHere(to) ? 'page' : undefined}>
              <Icon name={icon} /> {name}
            </Link>
          </li>
        ))}
        <li>
          <a className="side-link" href={serviceUrl('/docs')}>
            <Icon name="code" /> {t.nav.reference}
          </a>
        </li>
      </ul>
      {client && client.levels.length > 0 && (
        <>
          <h2 id="levels">{t.nav.levels}</h2>
          <Later>
            <LevelTree client={client} chosen={search.get('nivel')} labelledBy="levels" />
          </Later>
        </>
      )}
    </nav>
  );
}
