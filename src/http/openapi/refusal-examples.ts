import type { OpenAPIObject } from '@nestjs/swagger';
import { FAULT, ILLEGIBLE } from '../errors/error-body';
import { ERRORS, FIELD_ERRORS } from '../errors/messages';
import { operationsOf, sorted } from './document';

const REQUEST_ID = '6f1c0a5e-6f8f-4e0e-9d57-6b7f3a8f7c11';
/** Values for placeholders in messages. */
const DETAILS = { max: 26_214_400, seconds: 2, position: 17 };

const REQUIRED = { campo: 'idCliente', codigo: FIELD_ERRORS.REQUIRED.codigo, mensagem: FIELD_ERRORS.REQUIRED.mensagem({}) };
const MALFORMED = { campo: 'idUnidade', codigo: FIELD_ERRORS.FORMAT.codigo, mensagem: FIELD_ERRORS.FORMAT.mensagem({ type: 'guid' }) };

/** Two kinds of problem per refusal: with one kind only, the refusal would take its code. */
const PROBLEMS: Record<string, object[]> = {
  [ERRORS.INPUT_INVALID.codigo]: [REQUIRED, MALFORMED],
  [ERRORS.RULES_BROKEN.codigo]: [
    {
      campo: 'valoresCampos[0].valorCampo',
      codigo: FIELD_ERRORS.CHECK_DIGITS.codigo,
      mensagem: FIELD_ERRORS.CHECK_DIGITS.mensagem({}),
    },
    { campo: 'valoresCampos', codigo: FIELD_ERRORS.MANDATORY.codigo, mensagem: FIELD_ERRORS.MANDATORY.mensagem({ label: 'Número' }) },
  ],
};

const WORDINGS = new Map(Object.values(ERRORS).map(({ codigo, mensagem }) => [codigo, mensagem(DETAILS)]));
for (const { codigo, mensagem } of [FAULT, ILLEGIBLE]) WORDINGS.set(codigo, mensagem);

function exampleOf(codigo: string): object {
  const erros = PROBLEMS[codigo];
  return { value: { codigo, mensagem: WORDINGS.get(codigo), ...(erros && { erros }), idRequisicao: REQUEST_ID } };
}

/** Documents all codes of field problems. */
function withFieldCodes(document: OpenAPIObject): void {
  const { properties } = document.components?.schemas?.FieldErrorBody as { properties: Record<string, object> };
  properties.codigo = { ...properties.codigo, 'x-codigos': Object.values(FIELD_ERRORS).map(({ codigo }) => codigo) };
}

/** Adds one shared example per refusal; operations reference it. */
export function withRefusalExamples(document: OpenAPIObject): void {
  const shown: Record<string, object> = {};
  for (const answer of operationsOf(document).flatMap(({ responses }) => Object.values(responses))) {
    const media = answer.content?.['application/json'];
    const codes = (answer['x-codigos'] ?? []).filter((codigo) => WORDINGS.has(codigo));
    if (!media || codes.length === 0) continue;
    for (const codigo of codes) shown[codigo] ??= exampleOf(codigo);
    media.examples = Object.fromEntries(codes.map((codigo) => [codigo, { $ref: `#/components/examples/${codigo}` }]));
  }
  withFieldCodes(document);
  document.components = { ...document.components, examples: sorted(shown) } as never;
}
