import type { CallOptions } from './connect.ts';

interface Page<Document> {
  documentos: Document[];
  /** Null at the end alone: a page may be short before it. */
  proximo: string | null;
}

interface Search {
  body: { cursor?: string };
}

/** What `connect` gives, as far as it is needed here. */
interface Finder<Input extends Search, Document> {
  findDocuments: { find(input: Input, options?: CallOptions): Promise<Page<Document>> };
}

/** All documents that a search finds, in its order: asks for the next page when it is needed. Ends by `break`, too. */
export async function* findDocuments<Input extends Search, Document>(
  acervo: Finder<Input, Document>,
  input: Input,
  options: Pick<CallOptions, 'signal' | 'headers'> = {},
): AsyncGenerator<Document, void, void> {
  let { body } = input;
  for (;;) {
    const { documentos, proximo } = await acervo.findDocuments.find({ ...input, body }, options);
    yield* documentos;
    if (proximo === null) return;
    body = { ...body, cursor: proximo };
  }
}
