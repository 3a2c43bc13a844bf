import { Refusal } from '../../api/refusal';
import { session } from '../../api/session';
import type { Signer } from '../../api/signing';
import type { Client } from '../../api/structure';
import { t } from '../../i18n';
import { LabelledField } from '../../ui/LabelledField';

const DOCUMENTS = ['CPF', 'RG', 'CNH', 'Passaporte'];

/** Who signs, and where the signature comes from. */
export interface Signature {
  origin: string;
  signer: Signer;
}

export const firstSignature = (client: Client): Signature => ({
  origin: client.origins[0]?.id ?? '',
  signer: {
    name: session.get()?.NomeUsuario ?? '',
    role: t.sign.signer,
    document: '',
    documentKind: 'CPF',
    email: '',
    company: '',
    companyId: '',
  },
});

type Control = keyof Signer | 'origin';
/** Beside which control a part of the call is refused. */
const PLACES: readonly [RegExp, Control][] = [
  [/^origemAssinatura/, 'origin'],
  [/^dadosSignatario\.nome\.label/, 'role'],
  [/^dadosSignatario\.nome/, 'name'],
  [/^dadosSignatario\.documento/, 'document'],
  [/^dadosSignatario\.email/, 'email'],
  [/^dadosEmpresa\.nome/, 'company'],
  [/^dadosEmpresa/, 'companyId'],
];

export type Refused = Partial<Record<Control, string>>;

export const controlOf = (field: string) => PLACES.find(([pattern]) => pattern.test(field))?.[1];

/** What is refused of the signature, by its control; the rest is about files. */
export function refusedOf(problem: unknown): Refused {
  const refused: Refused = {};
  for (const { field, message } of problem instanceof Refusal ? problem.fields : []) {
    const control = controlOf(field);
    if (control) refused[control] = [refused[control], message].filter(Boolean).join(' ');
  }
  return refused;
}

interface Props extends Signature {
  client: Client;
  refused: Refused;
  onChange: (changed: Signature) => void;
}

export function SignerFields({ client, origin, signer, refused, onChange }: Props) {
  const change = (changes: Partial<Signer>) => onChange({ origin, signer: { ...signer, ...changes } });
  const text = (name: keyof Signer, label: string, hint?: string) => (
    <LabelledField label={label} error={refused[name]} hint={hint}>
      {(control) => (
        <input {...control} className="input" value={signer[name]} onChange={({ target }) => change({ [name]: target.value })} />
      )}
    </LabelledField>
  );
  return (
    <>
      <LabelledField label={t.sign.origin} error={refused.origin}>
        {(control) => (
          <select {...control} className="input" value={origin} onChange={({ target }) => onChange({ origin: target.value, signer })}>
            {client.origins.map(({ id, message }) => (
              <option key={id} value={id}>
                {message}
              </option>
            ))}
          </select>
        )}
      </LabelledField>
      <div className="inputs">
        {text('name', t.sign.name)}
        {text('role', t.sign.role)}
        <LabelledField label={t.sign.documentKind}>
          {(control) => (
            <select
              {...control}
              className="input"
              value={signer.documentKind}
              onChange={({ target }) => change({ documentKind: target.value })}
            >
              {DOCUMENTS.map((kind) => (
                <option key={kind}>{kind}</option>
              ))}
            </select>
          )}
        </LabelledField>
        {text('document', t.sign.document)}
        {text('email', t.sign.email, t.sign.optional)}
      </div>
      <div className="inputs">
        {text('company', t.sign.company, t.sign.companyHint)}
        {text('companyId', t.sign.companyId)}
      </div>
    </>
  );
}
