import type { HttpResponse } from '../server/request-context';
import { escape, sendPage, type Language } from '../pages/page';
import { VERIFICATION_PATH, type SignatureWording } from './signature-wording';
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
    ask: 'Código impresso no cartão de assinaturas do arquivo',
    verify: 'Verificar',
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
    ask: 'Code printed on the signature card of the file',
    verify: 'Verify',
  },
} as const;

export function missingPage(response: HttpResponse, language: Language): void {
  const words = WORDS[language];
  const content = `<h1>${words.missing}</h1>\n<p>${words.advice}</p>\n${codeBox(language, `..${VERIFICATION_PATH}`)}`;
  sendPage(response, 404, { language, title: words.missing, content, isEntry: true });
}

export function codePage(response: HttpResponse, language: Language): void {
  const { title } = WORDS[language];
  const content = `<h1>${title}</h1>\n${codeBox(language, VERIFICATION_PATH.slice(1))}`;
  sendPage(response, 200, { language, title, content, isEntry: true });
}

/** `address`: relative URL of the page that reads the code. */
function codeBox(language: Language, address: string): string {
  const { ask, verify } = WORDS[language];
  return `<form action="${address}">
<label for="codigo">${ask}</label>
<input id="codigo" name="codigo" required maxlength="100" autocomplete="off" autocapitalize="characters" spellcheck="false">
<button>${verify}</button>
</form>`;
}

export function signaturePage(
  response: HttpResponse,
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
  const content = `<h1>${words.found}</h1>\n<p class="state"><strong>${words.state}:</strong> ${words.states[state]}</p>\n<dl>\n${list}\n</dl>\n<p class="quiet">${words.compare}</p>`;
  sendPage(response, 200, { language, title: words.title, content });
}
