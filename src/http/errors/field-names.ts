import type { FieldPath } from '#domain/errors';

/** Internal names and their names on the wire. */
const WIRE_NAMES: Record<string, string> = {
  body: 'corpo',
  unitId: 'idUnidade',
  nodeId: 'idArvoreOrganizacional',
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
  searchedUser: 'IdUsuarioIndexador',
  searchedBoxType: 'IdCaixaTipo',
  createdUntil: 'DataCadastroFinal',
};

/** An operation's own wire names; '' leaves the level out of the path; a `{}` at the end: names that the client chose follow. */
export type OwnNames = Readonly<Record<string, string>>;

/** `['values', 2, 'value']` becomes `valoresCampos[2].valorCampo`. */
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

/** The path of an unknown name; its last part stays as sent. */
export function unknownPath(path: FieldPath, own: OwnNames = {}): string {
  const known = wirePath(path.slice(0, -1), own);
  const sent = String(path.at(-1));
  return known === '' ? sent : `${known}.${sent}`;
}

function nameIn(names: OwnNames, part: string): string | undefined {
  return Object.hasOwn(names, part) ? names[part] : undefined;
}
