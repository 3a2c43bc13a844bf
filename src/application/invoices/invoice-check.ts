import { Injectable } from '@nestjs/common';
import { FileStorage } from '#application/ports/files';
import { XmlCheck } from '#application/ports/invoices';
import type { Scope } from '#domain/access/scope';
import { bareTaxId, isCnpj } from '#domain/documents/tax-ids';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { StagedFile } from '#domain/files/document-file';

export interface InvoiceInput {
  unitId: string;
  nodeId: string;
  /** The level, repeated in the body; null: it could not be read. */
  treeId: string | null;
  /** CNPJ of the unit that serves the client; null: it could not be read. */
  cnpj: string | null;
  xml: StagedFile | null;
}

export interface InvoiceProblems {
  invalid: readonly FieldProblem[];
  refused: readonly FieldProblem[];
}

/** Upper bound of the size of an invoice. */
const MOST_XML_BYTES = 10 * 1024 * 1024;

/** Operation 7.1, before the document is created: the additional rules for invoices. */
@Injectable()
export class InvoiceCheck {
  constructor(
    private readonly storage: FileStorage,
    private readonly xmlCheck: XmlCheck,
  ) {}

  async problemsOf(scope: Scope, { unitId, nodeId, treeId, cnpj, xml }: InvoiceInput): Promise<InvoiceProblems> {
    // An unreachable level is refused as such before any other problem.
    if (treeId !== null) scope.level(treeId, ['treeId']);
    const differs = treeId !== null && treeId !== nodeId;
    if (xml && xml.size > MOST_XML_BYTES) throw new DomainError('FILE_TOO_LARGE', [], { max: MOST_XML_BYTES });
    const unit = scope.client.structure.units.find(({ id }) => id === unitId);
    const problems = [cnpj === null ? null : cnpjProblem(cnpj, unit?.cnpj ?? null), xml && (await this.xmlProblem(xml))];
    return {
      invalid: differs ? [{ path: ['treeId'], code: 'LEVEL_DIFFERS' }] : [],
      refused: problems.filter((problem) => problem !== null),
    };
  }

  private async xmlProblem({ key, head }: StagedFile): Promise<FieldProblem | null> {
    const found = await this.xmlCheck.faultOf(() => this.storage.read(key), head);
    return found && { path: ['xml'], code: 'XML_REFUSED', details: { ...found } };
  }
}

function cnpjProblem(sent: string, ofUnit: string | null): FieldProblem | null {
  const bare = bareTaxId(sent);
  if (!isCnpj(bare)) return { path: ['cnpj'], code: 'CHECK_DIGITS' };
  return ofUnit !== null && bareTaxId(ofUnit) === bare ? null : { path: ['cnpj'], code: 'CNPJ_NOT_OF_UNIT' };
}
