import { useQueries, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import { session } from '../../api/session';
import type { Client } from '../../api/structure';
import { forgetUsers, profiles, setGrants, user as userQuery, type Grant, type Profile, type UserWithGrants } from '../../api/users';
import { useUnsaved } from '../../forms/unsaved';
import { t } from '../../i18n';
import { Notice, Problem, sentencesOf } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { say } from '../../ui/Toasts';
import { lacking, type Place } from './held';
import { NewPlace } from './NewPlace';

const keyOf = ({ client, unit, level }: Place) => [client, unit, level].join(' ');
const permissionWord = (permission: string) => t.permissions[permission as keyof typeof t.permissions] ?? permission;

function placeWords({ client: id, unit, level }: Place, clients: readonly Client[]): string {
  const client = clients.find((each) => each.id === id);
  const words = [
    level === null
      ? t.users.wholeTree
      : (client?.levels.find((each) => each.id === level)?.path.replaceAll(' > ', ' / ') ?? t.users.elsewhere),
    unit === null ? t.users.anyUnit : (client?.units.find((each) => each.id === unit)?.name ?? t.users.elsewhere),
  ];
  return (clients.length > 1 ? [client?.name ?? t.users.elsewhere, ...words] : words).join(' · ');
}

interface CellProps {
  name: string;
  isOn: boolean;
  missing: readonly string[];
  onChange: (isOn: boolean) => void;
}

/** What the granter lacks cannot be given: the reason stands below. */
function Cell({ name, isOn, missing, onChange }: CellProps) {
  const id = useId();
  const isDisabled = missing.length > 0;
  return (
    <td>
      <input
        type="checkbox"
        className="check"
        aria-label={name}
        aria-describedby={isDisabled ? id : undefined}
        checked={isOn}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.checked)}
      />
      {isDisabled && (
        <span className="quiet small lacking" id={id}>
          {t.users.lacking(missing.slice(0, 2).map(permissionWord).join(', '), missing.length - 2)}
        </span>
      )}
    </td>
  );
}

/** What each profile permits, in words. */
function Meaning({ all }: { all: readonly Profile[] }) {
  return (
    <details>
      <summary>{t.users.meaning}</summary>
      <dl className="facts">
        {all.map(({ id, name, permissions }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{[...permissions].map(permissionWord).join(', ')}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Where × profile. Nothing is saved before the person says so; it takes the place of all that the user had. */
export function Grants({ user, clients, client }: { user: UserWithGrants; clients: readonly Client[]; client: Client }) {
  const [grants, setAll] = useState<readonly Omit<Grant, 'profileName'>[]>(user.grants);
  const [places, setPlaces] = useState<readonly Place[]>(() => [...new Map(user.grants.map((grant) => [keyOf(grant), grant])).values()]);
  const [problem, setProblem] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useUnsaved(grants !== user.grants);
  const { data: own, isFetched: isOwnKnown } = useQuery(userQuery(session.get()?.IdUsuario ?? ''));
  const asked = [...new Set([client.id, ...places.map((place) => place.client)])].filter((id) => clients.some((each) => each.id === id));
  const found = useQueries({ queries: asked.map((id) => profiles(id)) });
  const failed = found.find(({ data, error }) => error && !data);
  if (failed) return <Problem problem={failed.error} retry={() => void Promise.all(found.map(({ refetch }) => refetch()))} />;
  if (!isOwnKnown || found.some(({ data }) => !data)) return <Skeleton rows={4} />;
  const known = new Map(found.flatMap(({ data }) => data ?? []).map((profile) => [profile.id, profile]));
  const all = [...known.values()].toSorted((one, other) => one.name.localeCompare(other.name));
  const has = (place: Place, profile: string) => grants.some((grant) => grant.profile === profile && keyOf(grant) === keyOf(place));
  // Where the own permissions cannot be read, the service decides alone.
  const missingOf = (place: Place, profile: Profile) => {
    const there = clients.find(({ id }) => id === place.client);
    return own && there ? lacking(own.grants, known, profile, place, there) : [];
  };
  const put = (place: Place, profile: string, isOn: boolean) => {
    const others = grants.filter((grant) => grant.profile !== profile || keyOf(grant) !== keyOf(place));
    setAll(isOn ? [...others, { client: place.client, unit: place.unit, level: place.level, profile }] : others);
  };
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await setGrants(user.id, grants);
      await forgetUsers();
      say(t.users.granted);
    } catch (refusal) {
      setProblem(refusal);
    }
    setBusy(false);
  };
  return (
    <div className="stack">
      {problem !== null && <Notice texts={sentencesOf(problem)} />}
      {places.length === 0 ? (
        <p className="quiet">{t.users.noGrants}</p>
      ) : (
        <div className="card wide" tabIndex={0} role="group" aria-label={t.users.grants}>
          <table className="bars matrix">
            <thead>
              <tr>
                <th scope="col">{t.users.where}</th>
                {all.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {places.map((place) => (
                <tr key={keyOf(place)}>
                  <th scope="row">{placeWords(place, clients)}</th>
                  {all.map((profile) => (
                    <Cell
                      key={profile.id}
                      name={`${profile.name}: ${placeWords(place, clients)}`}
                      isOn={has(place, profile.id)}
                      missing={missingOf(place, profile)}
                      onChange={(isOn) => put(place, profile.id, isOn)}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <NewPlace
        clients={clients}
        client={client}
        onAdd={(place) => !places.some((each) => keyOf(each) === keyOf(place)) && setPlaces([...places, place])}
      />
      <Meaning all={all} />
      <div className="form-actions">
        <Button className="button primary" isPending={isBusy} onPress={() => void save()}>
          {t.users.saveGrants}
        </Button>
      </div>
    </div>
  );
}
