import { Injectable } from '@nestjs/common';
import { Signatures } from '#application/ports/signatures';
import { DomainError } from '#domain/errors';
import { bareTaxId, isCpf } from '#domain/documents/tax-ids';
import { masked } from '#domain/signatures/masked';
import type { Party, Signature, SignedFileState } from '#domain/signatures/signature';
import { readSignatureCode } from '#domain/signatures/signature-code';

/** `GET /verificar/{codigo}`: who signed what and when, for holders of the signed file; never the file or its name. */
@Injectable()
export class VerifySignature {
  constructor(private readonly signatures: Signatures) {}

  /** The signer's document is masked, since the code is printed on paper that many people may see. */
  async execute(typed: string): Promise<Signature & { state: SignedFileState }> {
    const code = readSignatureCode(typed);
    const signature = code && (await this.signatures.find(code));
    if (!signature) throw new DomainError('SIGNATURE_NOT_FOUND');
    const { details } = signature;
    const { signer, company } = details;
    const shown = company && withDocument(company, isCpf(bareTaxId(company.document.value)) ? masked : (text) => text);
    return { ...signature, details: { email: null, signer: withDocument(signer, masked), company: shown, extra: [] } };
  }
}

function withDocument({ name, document }: Party, show: (document: string) => string): Party {
  return { name, document: { ...document, value: show(document.value) }, extra: [] };
}
