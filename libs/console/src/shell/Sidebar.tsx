import { lazy } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { serviceUrl } from '../base';
import { t } from '../i18n';
import { placeSearch } from '../routes/documents/search';
import { Icon } from '../ui/Icon';
import { Later } from './Later';
import { useMenu } from './menu';

const LevelTree = lazy(async () => ({ default: (await import('./LevelTree')).LevelTree }));

export function Sidebar() {
  const [location, navigate] = useLocation();
  const [search] = useSearchParams();
  const { clients, client, entries } = useMenu();
  /** Of several that fit the longest one. */
  const here = entries
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
        {entries.map(({ to, href, name, icon }) => (
          <li key={to}>
            <Link className="side-link" href={href} aria-current={isHere(to) ? 'page' : undefined}>
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
