import type { UpdateDocumentInput } from '#application/documents/update-document.use-case';
import type { SentValue } from '#domain/documents/sent-value';
import type { FieldProblem } from '#domain/errors';
import { documentETag, ifMatch } from '../server/document-etag';
import { Flag, Guid, isUnread, readable, Text, Value } from '../validation/decorators';
import { DocumentPlaceQuery } from '../auth/place-query';
import { SIMULATION } from '../openapi/dry-run';

export class UpdateQuery extends DocumentPlaceQuery {
  @Guid({ description: 'Document.', required: true })
  idDocumento!: string;

  @Flag({ description: SIMULATION, filled: true })
  simular?: boolean;
}

/** Operation 2.8. */
export class FieldChange {
  @Value({ description: 'New value; empty takes the old one away.', required: true, allowEmpty: true, example: '1025' })
  valor!: SentValue;

  @Text({ description: 'Name of the field being changed.', required: true, max: 250, example: 'Número' })
  campo!: string;

  @Text({ description: 'Name of the list, when the field belongs to one.', max: 250, allowEmpty: true, example: '' })
  nomeLista?: string;

  static toInput(
    query: UpdateQuery,
    changes: readonly FieldChange[],
    condition: string | undefined,
    unread: readonly FieldProblem[],
  ): UpdateDocumentInput {
    const accepted = ifMatch(condition);
    return {
      nodeId: query.idArvoreOrganizacional,
      documentId: readable(query.idDocumento),
      values: changes.map(({ valor, campo, nomeLista }, index) => ({
        listName: nomeLista?.trim() ? nomeLista : null,
        label: isUnread(nomeLista) ? null : readable(campo),
        value: readable(valor),
        path: [index],
      })),
      unread,
      accepts: (document) => accepted(documentETag(document)),
    };
  }
}
