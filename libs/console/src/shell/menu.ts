import { useLocation, useSearchParams } from 'wouter';
import { useClient } from '../api/structure';
import { t } from '../i18n';
import { placeSearch } from '../routes/documents/search';
import type { IconName } from '../ui/Icon';

interface Entry {
  to: string;
  name: string;
  icon: IconName;
  needs: string | null;
  /** What leads there, too. */
  keys?: string;
}

/** The client that the address is about. */
export function useClientOfAddress(): string | null {
  const [location] = useLocation();
  const [search] = useSearchParams();
  const [, inPath] = /^\/documentos\/([0-9a-f-]{36})\//.exec(location) ?? [];
  return inPath ?? search.get('cliente');
}

/** Where the person may go. */
export function useMenu() {
  const { clients, client } = useClient(useClientOfAddress());
  const may = (permission: string) => client?.levels.some(({ permissions }) => permissions.has(permission)) ?? false;
  const all: readonly Entry[] = [
    { to: '/', name: t.nav.home, icon: 'house', needs: null },
    { to: '/documentos', name: t.nav.documents, icon: 'file-text', needs: 'documento.consultar', keys: 'g d' },
    { to: '/listas', name: t.nav.lists, icon: 'list', needs: 'lista.consultar' },
    { to: '/relatorios', name: t.nav.reports, icon: 'table', needs: 'relatorio.consultar' },
    { to: '/faturas', name: t.nav.bills, icon: 'receipt', needs: 'fatura.consultar' },
    { to: '/caixas', name: t.nav.boxes, icon: 'package', needs: 'documento.consultar' },
    { to: '/fluxos', name: t.nav.flows, icon: 'workflow', needs: 'fluxo.consultar' },
    { to: '/fluxos/tarefas', name: t.nav.tasks, icon: 'circle-check', needs: 'fluxo.consultar', keys: 'g t' },
    { to: '/uso', name: t.nav.usage, icon: 'chart-column', needs: null },
    { to: '/niveis', name: t.nav.levelsEditor, icon: 'list-tree', needs: 'acervo.administrar' },
    { to: '/usuarios', name: t.nav.users, icon: 'users', needs: 'usuario.administrar', keys: 'g u' },
    { to: '/auditoria', name: t.nav.audit, icon: 'shield-check', needs: 'auditoria.consultar', keys: 'g a' },
    { to: '/webhooks', name: t.nav.webhooks, icon: 'webhook', needs: 'webhook.administrar' },
  ];
  const place = client ? `?${placeSearch(client.id)}` : '';
  const entries = all.filter(({ needs }) => needs === null || may(needs)).map((entry) => ({ ...entry, href: entry.to + place }));
  return { clients, client, entries };
}
