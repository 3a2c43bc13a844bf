import type { Presentation } from '#application/signatures/signing-desk';
import type { TimeZone } from '#application/support/time-zone';
import type { Labelled, Party, SignatureFacts } from '#domain/signatures/signature';

/** Path of the verification page. */
export const VERIFICATION_PATH = '/verificar';

/** The texts of a signature in its file: its dictionary, the visible card, and the file's properties. */
export class SignatureWording {
  constructor(
    private readonly baseUrl: string,
    private readonly timeZone: TimeZone,
  ) {}

  of = (facts: SignatureFacts): Presentation => {
    const { code, signedAt, address, originMessage, details } = facts;
    const { signer, company, email, extra } = details;
    const link = this.addressOf(code);
    const moment = this.moment(signedAt);
    // The strongest evidence comes first: space on the card is limited.
    const rows: Labelled[] = [
      { label: 'Origem', value: originMessage },
      ...party(signer),
      ...(company ? party(company) : []),
      { label: 'Data e hora', value: moment },
      { label: 'Endereço IP', value: address },
      { label: 'Código de verificação', value: code },
      ...(email === null ? [] : [{ label: 'E-mail', value: email }]),
      ...signer.extra,
      ...(company?.extra ?? []),
      ...extra,
    ];
    const parties = [...party(signer), ...(company ? party(company) : [])];
    return {
      name: `${signer.name.value} (${said([signer.document])})${company ? `, ${company.name.value} (${said([company.document])})` : ''}`,
      reason: `${originMessage} (${said(parties)})`,
      location: `Endereço IP: ${address}`,
      contactInfo: [...(email === null ? [] : [email]), link].join('; '),
      card: { title: 'Cartão de assinaturas', rows, link },
      properties: propertiesOf(facts, moment, link),
    };
  };

  addressOf(code: string): string {
    return `${this.baseUrl}${VERIFICATION_PATH}/${code}`;
  }

  /** `21/11/2026 14:00:00 (UTC-03:00)`. */
  moment(instant: Date): string {
    const [, year, month, day, time, offset] = /^(\d+)-(\d+)-(\d+)T([\d:]+)\.\d+(.+)$/.exec(this.timeZone.iso(instant)) ?? [];
    return `${day}/${month}/${year} ${time} (UTC${offset})`;
  }

  iso(instant: Date): string {
    return this.timeZone.iso(instant);
  }
}

const party = ({ name, document }: Party): Labelled[] => [name, document];
const said = (pairs: readonly Labelled[]) => pairs.map(({ label, value }) => `${label}: ${value}`).join('; ');

function propertiesOf({ code, address, originMessage, details }: SignatureFacts, moment: string, link: string): Record<string, string> {
  const { signer, company, email, extra } = details;
  const all = {
    AssinaturaOrigem: originMessage,
    AssinaturaPessoa: company ? 'Jurídica' : 'Física',
    AssinaturaSignatario: said(party(signer)),
    AssinaturaEmail: email ?? '',
    AssinaturaDadosSignatario: said(signer.extra),
    AssinaturaEmpresa: company ? said(party(company)) : '',
    AssinaturaDadosEmpresa: said(company?.extra ?? []),
    AssinaturaDadosComplementares: said(extra),
    AssinaturaDataHora: moment,
    AssinaturaEnderecoIP: address,
    AssinaturaCodigo: code,
    AssinaturaVerificacao: link,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}
