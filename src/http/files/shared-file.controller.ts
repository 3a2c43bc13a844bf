import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OpenSharedFile } from '#application/files/open-shared-file.use-case';
import { SHARED_PATH } from '../shared/acervo-adapter';
import type { EdgeRequest, EdgeResponse } from '../shared/edge-request';
import { Operation } from '../shared/operation';
import { Query } from '../shared/parameters';
import { Text } from '../shared/wire';
import { sendBytes } from './send-bytes';

export class SharedFileQuery {
  @Text({ description: 'Token of the link.', required: true, max: 4000 })
  token!: string;
}

@ApiTags('Share links')
@Controller(SHARED_PATH)
export class SharedFileController {
  constructor(private readonly openSharedFile: OpenSharedFile) {}

  @Operation({
    number: null,
    summary: 'Open a share link',
    description:
      'For anybody who has the link. Files in S3 are answered by a redirect to an address that works for at most 60 seconds. An unknown, a removed ' +
      'and an expired link are answered alike: a page for browsers, JSON for programs.',
    permission: null,
    reach: 'nothing',
    query: SharedFileQuery,
    answer: { status: 200, description: 'The bytes.', bytes: true },
    refusals: [404, 416],
  })
  @Get(':token')
  async open(@Query() { token }: SharedFileQuery, @Req() request: EdgeRequest, @Res() response: EdgeResponse): Promise<void> {
    const { redirect, ...readable } = await this.openSharedFile.execute(token);
    if (redirect === null) return sendBytes(request, response, readable);
    response.statusCode = 302;
    response.setHeader('Location', redirect);
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.end();
  }
}
