export interface FieldProblem {
  /** Where in the request, in its own names. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** A refusal. With a status below 500 nothing was changed; above, the result may be unknown. */
export class AcervoError extends Error {
  override readonly name = 'AcervoError';

  constructor(
    readonly status: number,
    /** Stable, as `DOCUMENTO_INEXISTENTE`; '' when something between here and the service answered. */
    readonly code: string,
    message: string,
    readonly fields: readonly FieldProblem[] = [],
    /** For the support. */
    readonly requestId: string | null = null,
  ) {
    super(message);
  }

  static async of(response: Response): Promise<AcervoError> {
    const text = await response.text();
    const { status, headers } = response;
    try {
      const { codigo, mensagem, erros = [] } = JSON.parse(text) as Wire;
      const fields = erros.map((each) => ({ field: each.campo, code: each.codigo, message: each.mensagem }));
      return new AcervoError(status, codigo, mensagem, fields, headers.get('x-request-id'));
    } catch {
      return new AcervoError(status, '', text || response.statusText, [], headers.get('x-request-id'));
    }
  }
}

interface Wire {
  codigo: string;
  mensagem: string;
  erros?: { campo: string; codigo: string; mensagem: string }[];
}
