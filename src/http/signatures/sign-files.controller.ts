import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UploadSession } from '#application/files/upload-session';
import { SignFiles, type SignedFile } from '#application/signatures/sign-files.use-case';
import type { Scope } from '#domain/access/scope';
import type { FieldProblem } from '#domain/errors';
import { Answer } from '../server/answer';
import { Operation } from '../openapi/operation';
import { Call, CurrentScope, Files, Unread } from '../validation/parameters';
import type { IdempotentRun } from '../server/idempotent-run';
import { SIGNING_INPUT } from '../errors/refusal-codes';
import { SIGN_FILES } from './examples';
import { SIGNATURE_NAMES, SignedFileAnswer, SignFilesBody } from './sign-files.dto';
import { SignatureWording } from './signature-wording';

@ApiTags('File')
@Controller('api/Arquivo')
export class SignFilesController {
  constructor(
    private readonly signFiles: SignFiles,
    private readonly wording: SignatureWording,
  ) {}

  @Operation({
    number: '2.6',
    version: 'V1',
    summary: 'Electronically sign files of a client',
    description:
      'PDF files of documents or flows; all of them or none. Each becomes a new version under the same id, with a PAdES signature by the ' +
      "service's certificate as an incremental update, so that signatures already in the file stay valid. Signer, document, company, the " +
      "origin's message, the caller's address and the time stand in the signature, in the file's properties and on a visible card, which " +
      'names an address where anybody can verify it. The former version is kept with the file, out of reach. A file that another call signs ' +
      'meanwhile is signed on top of that. 503 when the service has no valid certificate, or when its timestamp authority does not answer.',
    permission: 'file:sign',
    reach: 'client in body',
    dryRun: 'rehearsed',
    repeatable: true,
    names: SIGNATURE_NAMES,
    body: { type: SignFilesBody, joint: true, example: SIGN_FILES },
    answer: { status: 200, description: 'The signed files, in the order sent.', type: [SignedFileAnswer] },
    refusals: {
      codes: ['SIGNING_NOT_CONFIGURED', 'SIGNING_CERTIFICATE_EXPIRED', 'SIGNING_TOO_LONG', 'TIMESTAMP_UNAVAILABLE'],
      input: SIGNING_INPUT,
      rules: ['PDF_DAMAGED', 'PDF_ENCRYPTED', 'PDF_LOCKED', 'PDF_NEEDED', 'PDF_TOO_COMPLEX'],
    },
  })
  @Post('assinar-arquivos')
  async sign(
    @CurrentScope() scope: Scope,
    @Body() body: SignFilesBody,
    @Files() files: UploadSession,
    @Call() call: IdempotentRun,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = { ...SignFilesBody.toInput(body), unread, present: this.wording.of, over: files.over };
    return call.once(
      (signed: readonly SignedFile[]) => new Answer(signed.map((file) => SignedFileAnswer.from(file))),
      (receipt) => this.signFiles.execute(scope, input, receipt),
    );
  }
}
