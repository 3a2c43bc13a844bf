import { ApiProperty } from '@nestjs/swagger';
import { foldName } from '#libs/json-ingest';
import type { UploadSession } from '#application/files/upload-session';
import type { ActivateWorkflowInput } from '#application/workflows/activate-workflow.use-case';
import type { SignableFile } from '#application/workflows/activation-plan';
import type { SentValue } from '#domain/documents/sent-value';
import type { FieldPath, FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';
import { readableFiles, type UnreadFile } from '../documents/create-query.dto';
import { IndexerValue, toIndexers } from '../documents/indexer-value.dto';
import { Extension, FileContent, Flag, Guid, Integer, isUnread, ListOf, ObjectOf, readable, Text, Value } from '../validation/decorators';
import { FLOW_NAMES } from './flow-names';
import { NamedBody } from './named.dto';

export class FormFieldBody {
  @Guid({ description: "Field of the definition's form (6.1).", required: true })
  idCampo!: string;

  @Text({ description: 'Label of the field; what contradicts `idCampo` is refused.', max: 250, allowEmpty: true })
  labelCampo?: string;

  @Value({ description: 'Value; empty is the same as not sent.', allowEmpty: true })
  valorCampo?: SentValue;
}

class FormBody {
  @Guid({ description: "The definition's form (6.1).", required: true })
  idFormulario!: string;

  @ListOf(() => FormFieldBody, { description: 'Values. Of a list its key fields; the row fills the others.' })
  camposFormulario?: FormFieldBody[];
}

class FlowFile {
  @FileContent({ description: 'File content in Base64.', required: true })
  arquivo!: StagedFile;

  @Extension({ description: 'File extension; the content must be of this type.', required: true, example: 'pdf' })
  extensao!: string;

  @Flag({ description: 'To be signed in the flow; only PDF, and of a document only with `compartilhado`.' })
  assinar?: boolean;

  @Text({ description: 'Label of the version.', max: 50, allowEmpty: true, example: '1' })
  versao?: string;
}

export class DocumentFlowFile extends FlowFile {
  @Text({ description: 'Display name.', required: true, max: 255 })
  nomeAmigavel!: string;

  @Flag({ description: 'Share the file.' })
  compartilhado?: boolean;
}

export class OwnFlowFile extends FlowFile {
  @Text({ description: 'Display name.', required: true, max: 255 })
  nomeArquivo!: string;
}

export class FlowDocument {
  @Integer({ description: 'Box that holds the document; null when not applicable.', min: 1, nullable: true })
  codigoCaixa?: number;

  @Guid({ description: 'Level of the organisational tree.', required: true })
  idArvoreOrganizacional!: string;

  @ListOf(() => IndexerValue, { description: 'Indexer values.' })
  valoresCampos?: IndexerValue[];

  @ListOf(() => DocumentFlowFile, { description: 'Files of the document.' })
  arquivos?: DocumentFlowFile[];
}

/** Operation 6.2. */
export class ActivateBody extends NamedBody {
  @Guid({ description: 'Client that owns the definition.', required: true })
  idCliente!: string;

  @Guid({ description: 'Definition (6.1), active, of automatic activation or API integration.', required: true })
  idConfWorkflow!: string;

  @Text({ description: 'Observation.', max: 4000, allowEmpty: true })
  observacao?: string;

  @Text({ description: 'Comment; needed where the first task, of "API Integração", asks for one.', max: 4000, allowEmpty: true })
  comentario?: string;

  @ObjectOf(() => FormBody, { description: 'Form; needed where the first task, of "API Integração", asks for it.' })
  formulario?: FormBody;

  @ListOf(() => FlowDocument, { description: 'Documents to be filed, which become documents of the flow.', max: 100 })
  documentos?: FlowDocument[];

  @ListOf(() => OwnFlowFile, { description: 'Files of the flow itself.' })
  arquivos?: OwnFlowFile[];

  @Guid({
    description: 'Extension: where several ways lead on from a first task of "API Integração", the one to take (a task, or the end).',
  })
  idProximaTarefa?: string;

  static toInput(body: ActivateBody, upload: UploadSession, unread: readonly FieldProblem[]): ActivateWorkflowInput {
    return {
      definitionId: readable(body.idConfWorkflow),
      named: NamedBody.toNamed(body),
      note: body.observacao?.trim() || null,
      comment: body.comentario?.trim() || null,
      nextTaskId: body.idProximaTarefa ?? null,
      form: body.formulario ? toForm(body.formulario) : null,
      documents: (body.documentos ?? []).map(toDocument),
      files: readableFiles(readable(body.arquivos), (file, index) =>
        toFile(file, { name: file.nomeArquivo, share: false }, ['files', index]),
      ),
      upload,
      unread,
      unclear: unclearOf(unread),
    };
  }
}

const PROPERTY = new Map(Object.entries({ ...FLOW_NAMES, email: 'email' }).map(([property, name]) => [foldName(name), property]));

/** The properties that have problems. */
const unclearOf = (unread: readonly FieldProblem[]) => new Set(unread.flatMap(({ path }) => PROPERTY.get(foldName(String(path[0]))) ?? []));

const toForm = ({ idFormulario, camposFormulario }: FormBody): ActivateWorkflowInput['form'] => ({
  id: readable(idFormulario),
  fields: (camposFormulario ?? []).map(({ idCampo, labelCampo, valorCampo = '' }, index) => ({
    fieldId: readable(idCampo),
    label: labelCampo ?? '',
    value: readable(valorCampo),
    path: ['form', 'camposFormulario', index],
  })),
});

const toDocument = (
  { codigoCaixa, idArvoreOrganizacional, valoresCampos = [], arquivos }: FlowDocument,
  index: number,
): ActivateWorkflowInput['documents'][number] => ({
  nodeId: readable(idArvoreOrganizacional),
  boxCode: codigoCaixa ?? null,
  values: toIndexers(readable(valoresCampos)).map((value) => ({ ...value, path: ['documents', index, ...value.path] })),
  files: readableFiles(readable(arquivos), (file, at) => {
    const { nomeAmigavel: name, compartilhado: share } = file;
    const read = toFile(file, { name, share: share ?? false }, ['documents', index, 'files', at]);
    // Signing needs `compartilhado` to be readable.
    return { ...read, sign: read.sign && !isUnread(share) };
  }),
  path: ['documents', index],
});

function toFile(
  { arquivo, extensao, assinar, versao }: FlowFile,
  own: { name: string; share: boolean },
  path: FieldPath,
): UnreadFile & Pick<SignableFile, 'sign'> {
  const version = versao?.trim();
  return {
    source: readable(arquivo) && { staged: arquivo },
    ...own,
    extension: readable(extensao),
    ...(version && { version }),
    mustFitExtension: true,
    sign: assinar ?? false,
    path,
  };
}

export class ActivatedAnswer {
  @ApiProperty({ example: 1043818 }) CodigoWorkflow!: number;
  @ApiProperty({ example: 'Fluxo ativado com sucesso.' }) Mensagem!: string;
}
