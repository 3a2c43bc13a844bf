import { fold } from '#domain/text';
import { t } from '#src/terminal/language';

/** What is not a field of the document. */
const PLACES = ['cliente', 'unidade', 'nivel', 'caixa', 'chaveExterna', 'arquivos', 'nomesArquivos'] as const;
export type PlaceColumn = (typeof PLACES)[number];

export interface FieldColumn {
  listName: string | null;
  label: string;
  /** As the file spells it. */
  title: string;
  index: number;
}

export interface Columns {
  places: ReadonlyMap<PlaceColumn, { title: string; index: number }>;
  fields: readonly FieldColumn[];
  problems: readonly { column: string; message: string }[];
}

/** A field that is called like one of those. */
const FIELD = /^campo\s*:\s*/i;
/** `Fornecedores > CNPJ`: a field of a list. */
const OF_LIST = /^(.+?)\s+>\s+(.+)$/;

const plain = (title: string) => fold(title).replace(/[\s_-]/g, '');
const PLACE_OF = new Map(PLACES.map((place) => [plain(place), place]));

/** What each column of the first line stands for. */
export function readColumns(header: readonly string[]): Columns {
  const places = new Map<PlaceColumn, { title: string; index: number }>();
  const fields: FieldColumn[] = [];
  const problems: { column: string; message: string }[] = [];
  const seen = new Set<string>();
  for (const [index, title] of header.entries()) {
    if (title === '') continue;
    const place = PLACE_OF.get(plain(title));
    // A field may have the name of a place column; the prefix distinguishes them.
    const name = place ?? `campo:${plain(title.replace(FIELD, ''))}`;
    if (seen.has(name))
      problems.push({ column: title, message: t('This column is there more than once.', 'Esta coluna aparece mais de uma vez.') });
    else if (place) places.set(place, { title, index });
    else {
      const words = title.replace(FIELD, '');
      const [, listName = null, label = words] = OF_LIST.exec(words) ?? [];
      fields.push({ listName, label, title, index });
    }
    seen.add(name);
  }
  return { places, fields, problems };
}
