import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPENAPI_FILES, openApiDocument, openApiText } from '#src/cli/openapi-file';
import { PORTUGUESE } from '#http/openapi/portuguese/index';
import { Translator } from '#http/openapi/translate';
import type { Language } from '#http/openapi/editions';

const ROOT = join(__dirname, '..', '..');

describe('the OpenAPI document', () => {
  it.each(Object.entries(OPENAPI_FILES))('in %s is checked in as the code makes it (npm run openapi writes it)', async (language, file) => {
    expect(readFileSync(join(ROOT, file), 'utf8')).toBe(await openApiText(language as Language));
  });

  it('has a translation of every text, and no translation of a text that is not there', async () => {
    const translator = new Translator(PORTUGUESE);
    await openApiDocument('pt-BR', translator);
    expect(translator.gaps).toEqual({ missing: [], unused: [] });
  });
});
