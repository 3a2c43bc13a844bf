import { createHash } from 'node:crypto';
import type { EdgeRequest, EdgeResponse } from '../shared/edge-request';
import type { SignatureWording } from './signature-wording';
import type { Labelled, Signature, SignedFileState } from '#domain/signatures/signature';

const WORDS = {
  'pt-BR': {
    title: 'Verificação de assinatura',
    found: 'Assinatura registrada neste acervo',
    missing: 'Assinatura não encontrada',
    advice: 'Nenhuma assinatura tem este código. Confira o código impresso no cartão de assinaturas do arquivo.',
    states: {
      current: 'O arquivo está no acervo exatamente como foi assinado.',
      superseded: 'Depois desta assinatura o arquivo recebeu uma versão mais nova.',
      deleted: 'O arquivo foi excluído do acervo depois de assinado.',
    },
    compare:
      'O arquivo que você tem é o assinado quando o seu SHA-256 é igual ao mostrado aqui; versões com assinaturas posteriores têm outro.',
    person: 'Pessoa',
    kinds: { natural: 'Física', legal: 'Jurídica' },
    origin: 'Origem',
    moment: 'Data e hora',
    hash: 'SHA-256 do arquivo assinado',
    state: 'Situação',
    certificate: 'Certificado do serviço',
    validity: 'Validade do certificado',
    code: 'Código',
  },
  en: {
    title: 'Signature verification',
    found: 'Signature registered in this archive',
    missing: 'Signature not found',
    advice: 'No signature has this code. Compare it with the one printed on the signature card of the file.',
    states: {
      current: 'The archive holds the file exactly as it was signed.',
      superseded: 'After this signature the file received a newer version.',
      deleted: 'The file was deleted from the archive after it was signed.',
    },
    compare: 'The file you have is the signed one when its SHA-256 equals the one shown here; versions with later signatures have another.',
    person: 'Person',
    kinds: { natural: 'Natural', legal: 'Legal' },
    origin: 'Origin',
    moment: 'Date and time',
    hash: 'SHA-256 of the signed file',
    state: 'State',
    certificate: 'Certificate of the service',
    validity: 'Validity of the certificate',
    code: 'Code',
  },
} as const;
type Language = keyof typeof WORDS;

const STYLE = `body{font:1.05rem/1.6 system-ui,sans-serif;margin:6vh auto;max-width:44rem;padding:0 1rem;color:#1d2430;background:#fff}
h1{font-size:1.5rem;line-height:1.25}dl{display:grid;grid-template-columns:minmax(9rem,auto) 1fr;gap:.4rem 1.2rem;margin:1.5rem 0}
dt{color:#4c5766}dd{margin:0;overflow-wrap:anywhere}.state{border-left:.3rem solid #14528f;padding:.4rem .9rem;background:#f3f6fb}
@media(max-width:34rem){dl{display:block}dd{margin:0 0 .8rem}}`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] as string);

function page(language: Language, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

function send(response: EdgeResponse, status: number, language: Language, html: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Language', language);
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Content-Length', Buffer.byteLength(html));
  response.end(html);
}

/** Portuguese, unless the reader says that English is liked better. */
export function languageOf(request: EdgeRequest): Language {
  return request.acceptsLanguages(['pt-BR', 'pt', 'en']) === 'en' ? 'en' : 'pt-BR';
}

export function missingPage(response: EdgeResponse, language: Language): void {
  const words = WORDS[language];
  send(response, 404, language, page(language, words.missing, `<h1>${words.missing}</h1>\n<p>${words.advice}</p>`));
}

export function signaturePage(
  response: EdgeResponse,
  language: Language,
  signature: Signature & { state: SignedFileState },
  wording: SignatureWording,
): void {
  const words = WORDS[language];
  const { details, certificate, code, sha256, signedAt, originMessage, state } = signature;
  const { signer, company } = details;
  const rows: Labelled[] = [
    signer.name,
    signer.document,
    ...(company ? [company.name, company.document] : []),
    { label: words.person, value: company ? words.kinds.legal : words.kinds.natural },
    { label: words.origin, value: originMessage },
    { label: words.moment, value: wording.moment(signedAt) },
    { label: words.hash, value: sha256 },
    { label: words.certificate, value: certificate.subject },
    { label: words.validity, value: `${wording.moment(certificate.notBefore)} – ${wording.moment(certificate.notAfter)}` },
    { label: words.code, value: code },
  ];
  const list = rows.map(({ label, value }) => `<dt>${escape(label)}</dt><dd>${escape(value)}</dd>`).join('\n');
  const content = `<h1>${words.found}</h1>\n<p class="state"><strong>${words.state}:</strong> ${words.states[state]}</p>\n<dl>\n${list}\n</dl>\n<p>${words.compare}</p>`;
  send(response, 200, language, page(language, words.title, content));
}
