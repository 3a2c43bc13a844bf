import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { newestCode, type Signed } from '../../api/signing';
import { serviceUrl } from '../../base';
import { number, t } from '../../i18n';
import { Icon } from '../../ui/Icon';

function Code({ client, signed }: { client: string; signed: Signed }) {
  const { data, isPending } = useQuery(newestCode(client, signed));
  if (isPending) return <span className="quiet">…</span>;
  if (!data) return <span className="quiet">{t.sign.codeInFile}</span>;
  return (
    <>
      <code>{data}</code>{' '}
      <a className="button" href={serviceUrl(`/verificar/${data}`)} target="_blank" rel="noreferrer">
        <Icon name="shield-check" size={16} /> {t.sign.verify}
      </a>
    </>
  );
}

/** What was signed, with the code by which anybody can verify it. */
export function Result({ client, signed, back }: { client: string; signed: readonly Signed[]; back: string }) {
  return (
    <div className="card stack" role="status">
      <h2>{t.sign.done(signed.length, number(signed.length))}</h2>
      <ul className="stack">
        {signed.map((each) => (
          <li key={each.id} className="stack signed">
            <b>{each.name}</b>
            <span className="quiet small">{t.sign.version(each.version)}</span>
            <span>
              <Code client={client} signed={each} />
            </span>
          </li>
        ))}
      </ul>
      <div className="form-actions">
        <Link className="button primary" href={back}>
          {t.sign.back}
        </Link>
      </div>
    </div>
  );
}
