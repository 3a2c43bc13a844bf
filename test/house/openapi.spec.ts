import 'reflect-metadata';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPENAPI_FILE, openApiDocument, openApiSource, openApiText } from '../../scripts/docs/openapi-file';
import { withGroups, type Language } from '#http/openapi/editions';
import { portugueseOverlay, withOverlay } from '#http/openapi/overlay';

interface Resolver {
  resolveSubtree(document: object, path: string[]): Promise<{ spec: object; errors: unknown[] }>;
}

interface Shown {
  responses: Record<
    string,
    { description: string; 'x-codigos': string[]; content: { 'application/json': { examples: Record<string, object> } } }
  >;
}

const ROOT = join(__dirname, '..', '..');
const TEXTS = new Set(['summary', 'description', 'x-displayName']);
/** Values of the interface itself, in whatever language they are. */
const DATA = new Set(['example', 'examples', 'enum', 'const', 'default']);
/** Objects whose keys are user-defined names. */
const NAMED = new Set(['properties', 'schemas', 'headers', 'parameters', 'responses', 'paths']);

/** A copy with other texts; `change` is told where each one stands. */
function withTexts(node: unknown, change: (text: string, place: string) => string, place = '$', areNames = false): object {
  const entries = Object.entries(node as object).map(([key, value]: [string, unknown]) => {
    const at = `${place}.${key}`;
    if (typeof value === 'string' && TEXTS.has(key) && !areNames) return [key, change(value, at)];
    if (typeof value !== 'object' || value === null || (DATA.has(key) && !areNames)) return [key, value];
    return [key, withTexts(value, change, at, NAMED.has(key) && !areNames && !Array.isArray(value))];
  });
  return Array.isArray(node) ? entries.map(([, value]) => value as unknown) : (Object.fromEntries(entries) as object);
}

function textsOf(document: object): Map<string, string> {
  const texts = new Map<string, string>();
  withTexts(document, (text, place) => (texts.set(place, text), text));
  return texts;
}

const digestOf = (texts: readonly string[]) =>
  createHash('sha256')
    .update([...new Set(texts)].sort().join('\n'))
    .digest('hex')
    .slice(0, 8);

describe('the OpenAPI document', () => {
  it('in the repository matches the code (npm run openapi writes it)', async () => {
    expect(readFileSync(join(ROOT, OPENAPI_FILE), 'utf8')).toBe(await openApiText());
  });

  it('has a current translation of every text, and no others', async () => {
    const source = await openApiSource();
    withGroups(source, 'pt-BR');
    const overlay = await portugueseOverlay();
    // Each action writes its number, so that what it translates can be told.
    const numbered = overlay.actions.map((action, index) => ({ ...action, update: withTexts(action.update, () => String(index)) }));
    const marked = structuredClone(source);
    await withOverlay(marked, { ...overlay, actions: numbered });
    const [english, writers] = [textsOf(source), textsOf(marked)];
    const translated = (index: number) => [...english].filter(([place]) => writers.get(place) === String(index)).map(([, text]) => text);
    expect({
      missing: [...english].filter(([place, text]) => writers.get(place) === text).map(([place]) => place),
      unknown: [...writers.keys()].filter((place) => !english.has(place)),
      // A translation that has been looked at again gets the digest that is shown here.
      outdated: overlay.actions.flatMap(({ target, 'x-english': digest }, index) => {
        const now = digestOf(translated(index));
        return now === digest ? [] : [`${target}: ${now}`];
      }),
    }).toEqual({ missing: [], unknown: [], outdated: [] });
  });

  it.each<Language>(['pt-BR', 'en'])('in %s can be resolved by the reference page for every operation', async (language) => {
    const { resolveSubtree } = jest.requireActual<Resolver>('../../src/http/pages/docs/resolve.js');
    const document = JSON.parse(JSON.stringify(await openApiDocument(language))) as { paths: Record<string, object> };
    const operations = Object.entries(document.paths).flatMap(([path, item]) => Object.keys(item).map((method) => ['paths', path, method]));
    expect(operations.length).toBeGreaterThan(38);
    for (const operation of operations) {
      const { spec, errors } = await resolveSubtree(document, operation);
      expect([operation, errors, JSON.stringify(spec).includes('"$ref"')]).toEqual([operation, [], false]);
    }
  });

  it('shows the reader of an operation its codes at a shared refusal, and no others', async () => {
    const { resolveSubtree } = jest.requireActual<Resolver>('../../src/http/pages/docs/resolve.js');
    const document = JSON.parse(JSON.stringify(await openApiDocument('en'))) as object;
    const { spec } = await resolveSubtree(document, ['paths', '/api/Documento/Delete', 'delete']);
    const { description, content, 'x-codigos': codes } = (spec as Shown).responses[400]!;
    expect(codes).toEqual(expect.arrayContaining(['DOCUMENTO_INEXISTENTE', 'REQUISICAO_ILEGIVEL', 'ID_INEXISTENTE']));
    expect(description).toMatch(/\n\nCodes: `\w+`(, `\w+`)*\.$/);
    expect(description.split('`').filter((_, index) => index % 2 === 1)).toEqual(codes);
    expect(Object.keys(content['application/json'].examples).filter((code) => !codes.includes(code))).toEqual([]);
  });
});
