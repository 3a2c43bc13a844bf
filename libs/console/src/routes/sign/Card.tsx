import type { Signer } from '../../api/signing';
import { momentOf, t } from '../../i18n';

/** About what will stand on the page of a signed file. */
export function Card({ origin, signer }: { origin: string; signer: Signer }) {
  const { name, role, document, documentKind, company, companyId, email } = signer;
  const rows = [
    [t.sign.origin, origin],
    [role, name],
    [documentKind, document],
    [t.sign.company, company],
    [t.sign.companyId, companyId],
    [t.sign.when, momentOf(new Date().toISOString())],
    [t.sign.code, t.sign.codeLater],
    [t.sign.email, email],
  ].filter(([, value]) => value);
  return (
    <section className="card stamp" aria-labelledby="stamp">
      <h2 id="stamp">{t.sign.card}</h2>
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
