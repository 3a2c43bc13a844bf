import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { VerifySignature } from '#application/signatures/verify-signature.use-case';
import { DomainError } from '#domain/errors';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { Operation } from '../openapi/operation';
import { languageOf, varies, wantsPage } from '../pages/page';
import { SignatureWording, VERIFICATION_PATH } from './signature-wording';
import { missingPage, signaturePage } from './verification-page';
import { VerificationAnswer } from './verification.dto';

@ApiTags('Signatures')
@Controller(VERIFICATION_PATH)
export class VerificationController {
  constructor(
    private readonly verifySignature: VerifySignature,
    private readonly wording: SignatureWording,
  ) {}

  @Operation({
    number: null,
    summary: 'Verify a signature',
    description:
      'For anybody who has the code from the signature card, in any case, with or without blanks and hyphens: who signed, for whom, when, the hash of ' +
      "the signed file, and whether the archive still holds it so. A page (Portuguese or English) for browsers, JSON for programs. A person's document " +
      'is masked; neither the file nor its name is given.',
    permission: null,
    reach: 'nothing',
    limited: 'link',
    answer: { status: 200, description: 'The signature.', type: VerificationAnswer },
    pages: [200, 404],
    refusals: { codes: ['SIGNATURE_NOT_FOUND'] },
  })
  @ApiParam({ name: 'codigo', description: 'Code of the signature.', schema: { type: 'string' } })
  @Get(':codigo')
  async verify(@Param('codigo') code: string, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    varies(response);
    const asPage = wantsPage(request);
    const signature = await this.verifySignature.execute(code).catch((error: unknown) => {
      if (asPage && error instanceof DomainError && error.code === 'SIGNATURE_NOT_FOUND') return null;
      throw error;
    });
    if (signature === null) return missingPage(response, languageOf(request));
    if (asPage) return signaturePage(response, languageOf(request), signature, this.wording);
    const json = JSON.stringify(VerificationAnswer.from(signature, this.wording));
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Content-Length', Buffer.byteLength(json));
    response.end(json);
  }
}
