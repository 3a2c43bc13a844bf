import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { useClient, type Client } from '../../api/structure';
import { users } from '../../api/users';
import { number, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { NoClient } from '../../ui/NoClient';
import { TableInParts } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { OneUser } from './OneUser';
import { PasswordShown } from './PasswordShown';
import { UserForm } from './UserForm';
import { UserStatus } from './UserStatus';

/** The search waits for the end of a word. */
const TYPING_MS = 300;

interface Asked {
  text: string;
  status: string;
}

function Found({ asked, client, clear }: { asked: Asked; client: Client; clear: () => void }) {
  const found = useInfiniteQuery(users(asked.text, asked.status));
  return (
    <TableInParts
      label={t.users.title}
      of={found}
      rowsOf={(part) => part.users}
      className="users"
      heads={[t.users.fields.nome, t.users.fields.login, t.users.fields.email, t.documents.status]}
      above={({ total }) => (
        <p className="quiet small" role="status">
          {t.users.count(total, number(total))}
        </p>
      )}
      empty={
        <EmptyState icon="users" title={t.users.noMatch}>
          <Button className="button" onPress={clear}>
            {t.documents.clear}
          </Button>
        </EmptyState>
      }
    >
      {({ id, name, login, email, isActive }) => (
        <tr key={id}>
          <th scope="row">
            <Link href={`/usuarios/${id}?${placeSearch(client.id)}`}>{name}</Link>
          </th>
          <td>{login}</td>
          <td>{email}</td>
          <td>
            <UserStatus isActive={isActive} />
          </td>
        </tr>
      )}
    </TableInParts>
  );
}

function All({ client }: { client: Client }) {
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const asked = { text: search.get('q') ?? '', status: search.get('situacao') ?? '' };
  const [text, setText] = useState(asked.text);
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<{ id: string; login: string; password: string } | null>(null);
  useTitle(t.users.title);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text === (search.get('q') ?? '')) return;
      setSearch((now) => (text ? now.set('q', text) : now.delete('q'), now), { replace: true });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, search, setSearch]);
  const clear = () => {
    setText('');
    setSearch((now) => (now.delete('q'), now.delete('situacao'), now));
  };
  return (
    <section className="page stack" aria-labelledby="title">
      <div className="page-head">
        <h1 id="title" className="grow">
          {t.users.title}
        </h1>
        <Button className="button primary" onPress={() => setCreating(true)}>
          <Icon name="plus" size={16} /> {t.users.create}
        </Button>
      </div>
      <div className="filters">
        <LabelledField label={t.users.search}>
          {(control) => (
            <input
              {...control}
              className="input"
              type="search"
              maxLength={250}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </LabelledField>
        <LabelledField label={t.documents.status}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={asked.status}
              onChange={({ target }) =>
                setSearch((now) => (target.value ? now.set('situacao', target.value) : now.delete('situacao'), now))
              }
            >
              <option value="">{t.users.all}</option>
              <option value="A">{t.users.active}</option>
              <option value="I">{t.users.inactive}</option>
            </select>
          )}
        </LabelledField>
      </div>
      <Found asked={asked} client={client} clear={clear} />
      {isCreating && (
        <UserForm
          client={client}
          user={null}
          onClose={() => setCreating(false)}
          onCreated={(id, login, password) => {
            setCreating(false);
            setCreated({ id, login, password });
          }}
        />
      )}
      {created && (
        <PasswordShown
          login={created.login}
          password={created.password}
          onClose={() => navigate(`/usuarios/${created.id}?${placeSearch(client.id)}`)}
        />
      )}
    </section>
  );
}

export default function Users() {
  const { id } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const { clients, client: chosen, ...looking } = useClient(search.get('cliente'));
  const administered = clients.filter(({ levels }) => levels.some(({ permissions }) => permissions.has('usuario.administrar')));
  const client = administered.find((each) => each.id === chosen?.id) ?? administered[0];
  if (!chosen) return <NoClient {...looking} />;
  if (!client)
    return (
      <EmptyState icon="circle-alert" isPage title={t.problems.denied}>
        <p className="quiet">{t.problems.deniedHint}</p>
      </EmptyState>
    );
  return id ? <OneUser id={id} clients={administered} client={client} /> : <All client={client} />;
}
