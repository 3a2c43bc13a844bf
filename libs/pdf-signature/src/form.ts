import type { PdfDocument } from './document';
import { isName, numberOf, PdfName, PdfRef, PdfString, type PdfDict, type PdfValue } from './objects';
import { damaged, PdfRefused, tooComplex } from './pdf-refused';
import { textOf } from './text';

export interface SignatureField {
  field: PdfDict;
  /** The signature dictionary. */
  value: PdfDict;
}

export interface Form {
  /** The AcroForm dictionary, and where it is when it is not in the catalog itself. */
  dict?: PdfDict;
  ref?: PdfRef;
  /** Names on the top level. */
  names: ReadonlySet<string>;
  /** Signed fields, in the order of the form. */
  signatures: readonly SignatureField[];
}

export async function readForm(document: PdfDocument): Promise<Form> {
  const entry = document.catalog.get('AcroForm');
  const dict = await document.dictionaryIfAny(entry, 'the form');
  if (!dict) return { names: new Set(), signatures: [] };
  const walk = new FieldWalk(document);
  for (const field of (await document.listIfAny(dict.get('Fields'), 'the list of fields')) ?? []) await walk.visit(field, undefined, 0);
  return { dict, ...(entry instanceof PdfRef ? { ref: entry } : {}), names: walk.names, signatures: walk.signatures };
}

class FieldWalk {
  readonly names = new Set<string>();
  readonly signatures: SignatureField[] = [];
  private readonly seen = new Set<number>();
  private visited = 0;

  constructor(private readonly document: PdfDocument) {}

  async visit(value: PdfValue, inheritedType: PdfValue | undefined, depth: number): Promise<void> {
    this.visited += 1;
    if (this.visited > this.document.limits.fields) throw tooComplex('form fields');
    if (depth > this.document.limits.depth) throw tooComplex('levels of the form');
    if (value instanceof PdfRef) {
      if (this.seen.has(value.number)) throw damaged('a form field twice in its form');
      this.seen.add(value.number);
    }
    const field = await this.document.dictionaryIfAny(value, 'a form field');
    if (!field) return;
    const type = field.get('FT') ?? inheritedType;
    const name = await this.document.resolve(field.get('T'));
    if (depth === 0 && name instanceof PdfString) this.names.add(textOf(name.bytes));
    if (isName((await this.document.resolve(type)) as PdfValue, 'Sig')) {
      const signature = await this.document.dictionaryOr(field.get('V'));
      if (signature) this.signatures.push({ field, value: signature });
    }
    for (const kid of await this.document.list(field.get('Kids'))) await this.visit(kid, type, depth + 1);
  }
}

/**
 * Whether something new may be seen on the pages; refused when an earlier signature forbids what signing changes. A certification and
 * a lock on fields allow signatures that are not seen. `Perms` is looked at by some verifiers only, hence every signature is asked.
 */
export async function mayShow(document: PdfDocument, form: Form): Promise<boolean> {
  const perms = await document.dictionaryOr(document.catalog.get('Perms'));
  const certification = await document.dictionaryOr(perms?.get('DocMDP'));
  const asked = [...form.signatures.map(({ value }) => value), ...(certification ? [certification] : [])];
  let restricted = false;
  for (const signature of asked) restricted = (await isRestricting(document, signature)) || restricted;
  for (const { field } of form.signatures) {
    const lock = await document.dictionaryOr(field.get('Lock'));
    if (numberOf((await document.resolve(lock?.get('P'))) as PdfValue) === 1) throw forbidden('a lock on a signed field');
  }
  return !restricted;
}

async function isRestricting(document: PdfDocument, signature: PdfDict): Promise<boolean> {
  let restricts = false;
  for (const item of await document.list(signature.get('Reference'))) {
    const reference = await document.dictionaryOr(item);
    const method = await document.resolve(reference?.get('TransformMethod'));
    const parameters = await document.dictionaryOr(reference?.get('TransformParams'));
    if (!(method instanceof PdfName) || !['DocMDP', 'FieldMDP'].includes(method.text)) continue;
    restricts = true;
    const permission = numberOf((await document.resolve(parameters?.get('P'))) as PdfValue);
    if (method.text === 'DocMDP' && permission === 1) throw forbidden('a certification');
    // `Include` names fields, and ours is a new one.
    const action = await document.resolve(parameters?.get('Action'));
    if (method.text === 'FieldMDP' && !isName(action as PdfValue, 'Include')) throw forbidden('a lock on all fields');
  }
  return restricts;
}

const forbidden = (by: string) => new PdfRefused('CHANGES_FORBIDDEN', by);
