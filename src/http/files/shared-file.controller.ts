import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { OpenSharedFile } from '#application/files/open-shared-file.use-case';
import { SHARED_PATH } from '../server/acervo-adapter';
import { CallerAddress } from '../auth/caller-address';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { Operation } from '../openapi/operation';
import { sendBytes } from './send-bytes';

/** Of the sentence that a link ended, which mail programs take for a part of it. */
const PUNCTUATION = /[.,;:!)\]}>'"”’»…]{1,4}$/;

@ApiTags('Share links')
@Controller(SHARED_PATH)
export class SharedFileController {
  constructor(
    private readonly openSharedFile: OpenSharedFile,
    private readonly addresses: CallerAddress,
  ) {}

  @Operation({
    number: null,
    summary: 'Open a share link',
    description:
      'For anybody who has the link. Files in S3 are answered by a redirect to an address that works for at most 60 seconds. An unknown, a removed ' +
      'and an expired link are answered alike: a page for browsers, JSON for programs.',
    permission: null,
    reach: 'nothing',
    limited: 'link',
    answer: { status: 200, description: 'The bytes.', bytes: true },
    also: [{ status: 302, description: 'Where files lie in S3.', types: [], headers: { Location: 'Where the bytes are.' } }],
    pages: [404],
    refusals: { codes: ['LINK_NOT_FOUND'] },
  })
  @ApiParam({ name: 'token', description: 'Token of the link.', schema: { type: 'string' } })
  @Get(':token')
  /** Takes malformed tokens and any query: mail programs truncate links and append to them, the full stop of a sentence for instance. */
  async open(@Param('token') token: string, @Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    const { redirect, inline, ...readable } = await this.openSharedFile.execute(
      token.replace(PUNCTUATION, ''),
      this.addresses.originOf(request),
      request.method === 'HEAD',
    );
    if (redirect === null) return sendBytes(request, response, readable, inline);
    response.statusCode = 302;
    response.setHeader('Location', redirect);
    response.end();
  }
}
