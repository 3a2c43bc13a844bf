import { dayOf, locale, t } from '../i18n';
import type { Note, Party } from './note';

/** Numbers of the layout have a point before decimals. */
const decimal = (wire: string, least: number, most = least) =>
  wire === ''
    ? ''
    : new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: Math.max(least, most) }).format(Number(wire));
const money = (wire: string) => decimal(wire, 2);

function PartyView({ title, party }: { title: string; party: Party }) {
  return (
    <div className="note-box">
      <h3>{title}</h3>
      <p>
        <b>{party.name}</b>
      </p>
      <p className="small">{`${t.note.taxId} ${party.taxId}`}</p>
      <p className="small">{party.address}</p>
    </div>
  );
}

/** An invoice as people know it from paper. */
export function NoteView({ note }: { note: Note }) {
  const totals: [string, string][] = [
    [t.note.products, note.totals.products],
    [t.note.freight, note.totals.freight],
    [t.note.discount, note.totals.discount],
    [t.note.icms, note.totals.icms],
  ];
  return (
    <article className="note" lang={locale}>
      <header className="note-box">
        <h2>{t.note.number(note.number, note.series)}</h2>
        <p className="small">{`${t.note.issued} ${note.issued && dayOf(note.issued)}`}</p>
        <p className="small">{`${t.note.nature}: ${note.nature}`}</p>
        <p className="small">
          {`${t.note.key}: `}
          <code>{note.key}</code>
        </p>
        {note.protocol && <p className="small">{`${t.note.protocol}: ${note.protocol}`}</p>}
      </header>
      <div className="note-parties">
        <PartyView title={t.note.issuer} party={note.issuer} />
        <PartyView title={t.note.recipient} party={note.recipient} />
      </div>
      <table>
        <caption>{t.note.items}</caption>
        <thead>
          <tr>
            <th scope="col">{t.note.code}</th>
            <th scope="col">{t.note.description}</th>
            <th scope="col" className="numeric">
              {t.note.quantity}
            </th>
            <th scope="col" className="numeric">
              {t.note.unitPrice}
            </th>
            <th scope="col" className="numeric">
              {t.note.total}
            </th>
          </tr>
        </thead>
        <tbody>
          {note.items.map((item, index) => (
            <tr key={index}>
              <td>{item.code}</td>
              <td>{item.description}</td>
              <td className="numeric">{`${decimal(item.quantity, 0, 4)} ${item.unit}`}</td>
              <td className="numeric">{decimal(item.unitPrice, 2, 10)}</td>
              <td className="numeric">{money(item.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="note-totals" aria-label={t.note.totals}>
        {totals
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{money(value)}</dd>
            </div>
          ))}
        <div>
          <dt>{t.note.amount}</dt>
          <dd>
            <b>{`R$ ${money(note.totals.amount)}`}</b>
          </dd>
        </div>
      </dl>
    </article>
  );
}
