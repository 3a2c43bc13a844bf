/** A problem with one field, by the name that the call used. */
export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

/** What the service refused, or that it did not answer (status 0). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: readonly FieldProblem[] = [],
    readonly requestId = '',
    readonly retryAfter = 0,
  ) {
    super(message);
  }

  /** Whether the same call may succeed later. */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'CHAMADA_EM_ANDAMENTO';
  }
}

interface ErrorBody {
  codigo?: string;
  mensagem?: string;
  erros?: { campo: string; codigo: string; mensagem: string }[];
}

let english: Readonly<Record<string, string>> = {};

/** The service speaks Portuguese; where the reader does not, its sentence stands behind the English one, for it may say more. */
export async function loadEnglish(): Promise<void> {
  english = (await import('../i18n/codes')).CODES;
}
const worded = (code: string, message: string) => (english[code] ? `${english[code]} (“${message}”)` : message);

export function refusalOf(status: number, text: string, header: (name: string) => string | null): Refusal {
  let body: ErrorBody = {};
  try {
    body = JSON.parse(text) as ErrorBody;
  } catch {
    // Not from the service but from a proxy before it: there is only the status.
  }
  const fields = body.erros?.map(({ campo, codigo, mensagem }) => ({ field: campo, code: codigo, message: worded(codigo, mensagem) }));
  return new Refusal(
    status,
    body.codigo ?? '',
    worded(body.codigo ?? '', body.mensagem ?? `HTTP ${status}`),
    fields,
    header('X-Request-Id') ?? '',
    Number(header('Retry-After')) || 0,
  );
}
