const GUID = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MOMENT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)/g;
const LONGEST_LIST = 15;
/** The start of a PDF, in place of any content. */
const CONTENT = 'JVBERi0xLjQK';

/** Values that differ between runs, by member name. */
const CHANGING: Record<string, unknown> = {
  Token: '<Token>',
  RefreshToken: '<RefreshToken>',
  codigoWorkflow: 1043818,
  CodigoWorkflow: 1043818,
  codigoDocumento: 106609146,
  CodigoDocumento: 106609146,
  ExpiracaoToken: '2026-11-25T10:00:00.000-03:00',
  hashCadeia: '0'.repeat(64),
  segredo: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwq3Zx0Y1vB2c=',
  chave: 'acv_R4nd0mAb_<43 letras e 4 de conferência>',
  prefixo: 'acv_R4nd0mAb',
  duracaoMs: 87,
  mes: '2026-11',
  periodo: '2026-10',
  ate: '27/12/2026',
};

/** Makes an answer independent of the run: ids, times, links and contents get fixed values. */
export class Recordable {
  private readonly ids = new Map<string, string>();

  constructor(private readonly url: string) {}

  of(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map((each) => this.of(each, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([member, of]) => [member, this.of(of, member)]));
    }
    if (name in CHANGING && typeof value === typeof CHANGING[name]) return CHANGING[name];
    return typeof value === 'string' ? this.text(value) : value;
  }

  private text(text: string): string {
    if (text.length > 200 && /^[\w+/]+=*$/.test(text)) return CONTENT;
    return text
      .replace(/http:\/\/127\.0\.0\.1:\d+(?=\/acervo$)/g, 'https://erp.exemplo.com.br')
      .replaceAll(this.url, 'http://localhost:3000')
      .replace(/(\/compartilhado\/)[\w-]+/g, '$1ExemploDeLinkDoAcervo')
      .replace(/\b[0-9a-f]{64}\b/g, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08')
      .replace(/\b[0-9A-Z]{26}\b/g, '01JD8Z5Q7M3N4P6R8S9T0V1W2X')
      .replace(/(CodigoDocumento: )\d+/, '$1106609146')
      .replace(MOMENT, '2026-11-20T10:00:00.000-03:00')
      .replace(GUID, (id, version) => (version === '8' || /^0{8}/.test(id) ? id : this.id(id)));
  }

  /** Ids derived from names are kept. */
  private id(id: string): string {
    const known = this.ids.get(id) ?? `019aa7c2-5f0e-7a53-9a4b-${String(this.ids.size + 1).padStart(12, '0')}`;
    this.ids.set(id, known);
    return known;
  }
}

/** Names and types without values; a list is reduced to the distinct shapes of its items. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((each) => JSON.stringify(shapeOf(each))))].sort();
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, of]) => [name, shapeOf(of)]),
  );
}
