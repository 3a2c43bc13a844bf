import { isCnpj, isCpf, bareTaxId } from '#domain/documents/tax-ids';
import { isEmail } from '#domain/email';
import type { FieldPath, FieldProblem } from '#domain/errors';
import { fold, foldBlanks } from '#domain/text';
import type { Labelled, Party, SignatureDetails } from './signature';

export interface SentParty {
  name: Labelled | null;
  document: Labelled | null;
  extra: readonly Labelled[];
}

/** As a client sends it. */
export interface SentDetails {
  email: string | null;
  signer: Party;
  company: SentParty | null;
  extra: readonly Labelled[];
}

const LONGEST_NAME = 150;
/** Controls, and marks that turn the direction of text; line breaks and tabs are blanks like others. */
// eslint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Reads what a client says of a signature; finds everything that is wrong with it (operation 2.6). */
export class DetailsReader {
  readonly problems: FieldProblem[] = [];

  read({ email, signer, company, extra }: SentDetails): SignatureDetails {
    return {
      email: this.email(email),
      signer: this.party(signer, ['signer'], 'SIGNER_NAME_TOO_LONG'),
      company: this.company(company),
      extra: this.pairs(extra, ['signatureExtra']),
    };
  }

  private email(sent: string | null): string | null {
    const email = sent?.trim() ?? '';
    if (email === '') return null;
    if (!isEmail(email)) this.problems.push({ path: ['signer', 'email'], code: 'EMAIL_INVALID' });
    return email;
  }

  /** A pair without text counts as missing: programs send forms with all members. */
  private company(sent: SentParty | null): Party | null {
    const [name, document] = [filled(sent?.name), filled(sent?.document)];
    if (!sent || (!name && !document && sent.extra.length === 0)) return null;
    if (!name) this.problems.push({ path: ['company', 'name'], code: 'COMPANY_NAME_MISSING' });
    if (!document) this.problems.push({ path: ['company', 'document'], code: 'COMPANY_DOCUMENT_MISSING' });
    if (!name || !document) return null;
    for (const [part, pair] of [['name', name] as const, ['document', document] as const]) {
      for (const key of ['label', 'value'] as const)
        if (pair[key].trim() === '') this.problems.push({ path: ['company', part, key], code: 'REQUIRED' });
    }
    return this.party({ name, document, extra: sent.extra }, ['company'], 'COMPANY_NAME_TOO_LONG');
  }

  private party(sent: Party, path: FieldPath, tooLong: 'SIGNER_NAME_TOO_LONG' | 'COMPANY_NAME_TOO_LONG'): Party {
    const name = this.pair(sent.name, [...path, 'name']);
    const document = this.pair(sent.document, [...path, 'document']);
    if ([...name.value].length > LONGEST_NAME) this.problems.push({ path: [...path, 'name', 'value'], code: tooLong });
    const wrong = wrongTaxId(document);
    if (wrong) this.problems.push({ path: [...path, 'document', 'value'], code: wrong });
    return { name, document, extra: this.pairs(sent.extra, [...path, 'extra']) };
  }

  private pairs(sent: readonly Labelled[], path: FieldPath): Labelled[] {
    return sent.map((pair, index) => this.pair(pair, [...path, index])).filter(({ value }) => value !== '');
  }

  private pair({ label, value }: Labelled, path: FieldPath): Labelled {
    if (UNPRINTABLE.test(label)) this.problems.push({ path: [...path, 'label'], code: 'UNPRINTABLE' });
    if (UNPRINTABLE.test(value)) this.problems.push({ path: [...path, 'value'], code: 'UNPRINTABLE' });
    return { label: foldBlanks(label), value: foldBlanks(value) };
  }
}

function filled(pair: Labelled | null | undefined): Labelled | null {
  return pair && (pair.label.trim() !== '' || pair.value.trim() !== '') ? pair : null;
}

/**
 * A label that says CPF or CNPJ, among other words perhaps, is taken at its word as it is read: what is not seen of it, or is a
 * wider form of the same letters, does not count. One that says both takes either.
 */
function wrongTaxId({ label, value }: Labelled): 'CPF_INVALID' | 'CNPJ_INVALID' | null {
  const words = fold(label.normalize('NFKC').replace(/\p{Cf}/gu, '')).split(/[^a-z0-9]+/);
  const [cpf, cnpj] = [words.includes('cpf'), words.includes('cnpj')];
  const bare = bareTaxId(value);
  if ((!cpf && !cnpj) || (cpf && isCpf(bare)) || (cnpj && isCnpj(bare))) return null;
  return cpf && (!cnpj || bare.length <= 11) ? 'CPF_INVALID' : 'CNPJ_INVALID';
}
