import type { FieldPath } from '#domain/errors';

/** The words of the code, and their names on the wire. */
const WIRE_NAMES: Record<string, string> = {
  body: 'corpo',
  values: 'valoresCampos',
  value: 'valorCampo',
  label: 'label',
  listName: 'nomeLista',
  boxCode: 'codigoCaixa',
  files: 'arquivos',
  link: 'linkArquivo',
  content: 'arquivo',
  extension: 'extensao',
  fileIds: 'idImagem',
  documentId: 'idDocumento',
  fileId: 'idArquivo',
  externalKey: 'chaveExterna',
  listId: 'idLista',
  reportId: 'idRelatorio',
  fieldId: 'idCampo',
  deadline: 'PrazoCompartilhamento',
  searchedLabel: 'Label',
  searchedValue: 'ValorCampo',
  searchedBox: 'Caixa',
  searchedDocument: 'Documento',
  createdUntil: 'DataCadastroFinal',
};

/** Where an operation spells them differently; '' where what is above it has the name; `{}` at the end where names of the client's follow. */
export type OwnNames = Readonly<Record<string, string>>;

/** `['values', 2, 'value']` as the client knows it: `valoresCampos[2].valorCampo`. */
export function wirePath(path: FieldPath, own: OwnNames = {}): string {
  let isOfClient = false;
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const known = isOfClient ? undefined : (nameIn(own, part) ?? nameIn(WIRE_NAMES, part));
    isOfClient = known?.endsWith('{}') ?? false;
    const name = known?.replace(/\{\}$/, '') ?? part;
    if (name === '') return text;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** A path whose end is a name that the operation does not know: that one is told as it was sent. */
export function unknownPath(path: FieldPath, own: OwnNames = {}): string {
  const known = wirePath(path.slice(0, -1), own);
  const sent = String(path.at(-1));
  return known === '' ? sent : `${known}.${sent}`;
}

function nameIn(names: OwnNames, part: string): string | undefined {
  return Object.hasOwn(names, part) ? names[part] : undefined;
}
