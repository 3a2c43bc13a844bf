import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Autocomplete, Input, Menu, MenuItem, SearchField } from 'react-aria-components';
import { useLocation } from 'wouter';
import { documentByCode } from '../api/documents';
import { useClient } from '../api/structure';
import { t } from '../i18n';
import { placeSearch } from '../routes/documents/search';
import { Icon, type IconName } from '../ui/Icon';
import { Popup } from '../ui/Popup';
import { useClientOfAddress } from './menu';

interface Target {
  id: string;
  name: string;
  hint?: string;
  icon: IconName;
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Goes to a document by its code, to a level, or to an action. */
export default function GoTo({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const { client } = useClient(useClientOfAddress());
  const place = client ? placeSearch(client.id) : '';
  const may = (permission: string) => client?.levels.some(({ permissions }) => permissions.has(permission)) ?? false;
  const code = /^\s*\d+\s*$/.test(text) ? text.trim() : '';
  const asked = useDeferredValue(code);
  const { data: found } = useQuery({
    ...documentByCode(client ?? { id: '', name: '', units: [], levels: [], origins: [] }, asked),
    enabled: client !== undefined && asked !== '',
  });
  const targets: Target[] = [
    ...(code && client && found?.code === code
      ? [{ id: `/documentos/${client.id}/${code}`, name: t.go.document(code), icon: 'file-text' as const }]
      : []),
    { id: `/documentos?${place}`, name: t.nav.documents, icon: 'file-text' },
    ...(may('relatorio.consultar') ? [{ id: `/relatorios?${place}`, name: t.nav.reports, icon: 'table' as const }] : []),
    ...(may('fatura.consultar') ? [{ id: `/faturas?${place}`, name: t.nav.bills, icon: 'receipt' as const }] : []),
    ...(may('documento.consultar') ? [{ id: `/caixas?${place}`, name: t.nav.boxes, icon: 'package' as const }] : []),
    ...(may('fluxo.consultar') ? [{ id: `/fluxos?${place}`, name: t.nav.flows, icon: 'workflow' as const }] : []),
    ...(may('fluxo.consultar') ? [{ id: `/fluxos/tarefas?${place}`, name: t.nav.tasks, icon: 'circle-check' as const }] : []),
    ...(may('acervo.administrar') ? [{ id: `/niveis?${place}`, name: t.nav.levelsEditor, icon: 'list-tree' as const }] : []),
    { id: `/uso?${place}`, name: t.nav.usage, icon: 'chart-column' },
    ...(may('webhook.administrar') ? [{ id: `/webhooks?${place}`, name: t.nav.webhooks, icon: 'webhook' as const }] : []),
    ...(client?.levels ?? []).map(({ id, name, path }): Target => ({
      id: `/documentos?${placeSearch(client!.id, id)}`,
      name,
      hint: path,
      icon: 'archive',
    })),
    ...(client?.levels ?? [])
      .filter(({ fields, permissions }) => fields.length > 0 && permissions.has('documento.incluir'))
      .map(({ id, name, path }): Target => ({
        id: `/documentos/novo?${placeSearch(client!.id, id)}`,
        name: t.go.create(name),
        hint: path,
        icon: 'plus',
      })),
  ];
  const go = (target: string) => {
    onClose();
    navigate(target);
  };
  return (
    <Popup title={t.go.label} onClose={onClose}>
      <Autocomplete
        inputValue={text}
        onInputChange={setText}
        filter={(value, typed) => (code !== '' ? value === t.go.document(code) : fold(value).includes(fold(typed.trim())))}
      >
        <SearchField aria-label={t.go.label} autoFocus className="field">
          <Input className="input" placeholder={t.go.hint} />
        </SearchField>
        {/* It scrolls: keyboards reach it, too. */}
        <div className="go-to" tabIndex={0} role="group" aria-label={t.go.label}>
          <Menu
            className="menu"
            aria-label={t.go.label}
            items={targets}
            onAction={(key) => go(String(key))}
            renderEmptyState={() => <p className="quiet">{t.go.nothing}</p>}
          >
            {({ name, hint, icon }) => (
              <MenuItem textValue={name}>
                <Icon name={icon} size={16} />
                <span>{name}</span>
                {hint && <span className="quiet small ellipsis">{hint}</span>}
              </MenuItem>
            )}
          </Menu>
        </div>
      </Autocomplete>
    </Popup>
  );
}
