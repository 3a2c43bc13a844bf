import type { INestApplication } from '@nestjs/common';
import { CallLimits } from '../auth/call-limits';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { VERIFICATION_PATH } from '../signatures/signature-wording';

/** Of whole trees, and single ones. */
const TREES = ['/docs', '/console'];
const SINGLE: ReadonlySet<string> = new Set(['/', '/favicon.ico', '/robots.txt', VERIFICATION_PATH]);

/** Counts pages and their files by address. */
export function limitPages(app: INestApplication): void {
  const limits = app.get(CallLimits);
  if (!limits.isOn) return;
  app.use((request: HttpRequest, response: HttpResponse, next: (error?: unknown) => void) => {
    const path = request.path.toLowerCase();
    const isPage = SINGLE.has(path) || TREES.some((tree) => path === tree || path.startsWith(`${tree}/`));
    if (!isPage) return next();
    void limits.ofPages(request, response).then(() => next(), next);
  });
}
