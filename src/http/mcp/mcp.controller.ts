import { Body, Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiExcludeController } from '@nestjs/swagger';
import { PlanKey } from '#application/auth/plan-key';
import type { Actor } from '#domain/access/actor';
import { CONFIG, type Config } from '#src/config';
import { Operation } from '../openapi/operation';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { CurrentUser, HangUp } from '../validation/parameters';
import { McpMessage } from './mcp.dto';

/** Values, and small files in Base64. */
const MESSAGE_BYTES = 1024 * 1024;
const EXAMPLE = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Model Context Protocol (Streamable HTTP, without sessions): every tool is calls of this API by the same caller. */
@ApiExcludeController()
@Controller('mcp')
export class McpController {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly plans: PlanKey,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Operation({
    number: null,
    summary: 'Answer a message of the Model Context Protocol',
    permission: 'own',
    reach: 'nothing',
    dryRun: 'unknown',
    body: { type: McpMessage, bytes: MESSAGE_BYTES, example: EXAMPLE },
    answer: { status: 200, description: 'The answer.' },
  })
  @Post()
  async message(
    @Body() message: McpMessage,
    @CurrentUser() { userId }: Actor,
    @HangUp() hungUp: AbortSignal,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    if (this.isOfAnotherPage(request)) return refuse(response, 403);
    // Loaded by the first message.
    const { answer } = await import('#http/mcp/answer');
    const writing = this.config.mcp === 'write' ? { key: this.plans.key, caller: userId } : undefined;
    const { status, text } = await answer({ ...message }, request, { writing, hungUp, server: this.host.httpAdapter.getHttpServer() });
    response.statusCode = status;
    if (text !== '') response.setHeader('Content-Type', 'application/json');
    response.end(text);
  }

  @Operation({
    number: null,
    summary: 'Refuse a stream of messages: the service sends none by itself',
    permission: 'own',
    reach: 'nothing',
    answer: { status: 405, description: 'Refused.' },
  })
  @Get()
  stream(@Res() response: HttpResponse): void {
    response.setHeader('Allow', 'POST');
    refuse(response, 405);
  }

  /** The protocol asks for it: a page of another origin must not use a service that its browser reaches. */
  private isOfAnotherPage({ headers: { origin } }: HttpRequest): boolean {
    const { corsOrigins, baseUrl } = this.config;
    return origin !== undefined && ![...corsOrigins, new URL(baseUrl).origin].includes(origin);
  }
}

/** Statuses that the protocol wants, and the API does not have. */
function refuse(response: HttpResponse, status: 403 | 405): void {
  response.statusCode = status;
  response.end();
}
