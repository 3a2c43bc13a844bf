import type { FieldPath } from '#domain/errors';

/** The words of the code, and their names on the wire. */
const WIRE_NAMES: Record<string, string> = {
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
  deadline: 'PrazoCompartilhamento',
  searchedLabel: 'Label',
  searchedValue: 'ValorCampo',
  searchedBox: 'Caixa',
  searchedDocument: 'Documento',
  createdUntil: 'DataCadastroFinal',
};

/** `['values', 2, 'value']` as the client knows it: `valoresCampos[2].valorCampo`. */
export function wirePath(path: FieldPath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = Object.hasOwn(WIRE_NAMES, part) ? (WIRE_NAMES[part] as string) : part;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}
