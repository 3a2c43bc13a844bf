import type { EdgeRequest, EdgeResponse } from './edge-request';

const PAGE = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Link indisponível</title>
<style>body{font:1.1rem/1.6 system-ui,sans-serif;margin:15vh auto;max-width:32rem;padding:0 1rem;color:#222;background:#fff}</style>
</head>
<body>
<main>
<h1>Link indisponível</h1>
<p>Este link não existe ou não está mais disponível. Peça um novo link a quem o enviou.</p>
</main>
</body>
</html>
`;

/** Whether a person with a browser is asking. */
export function wantsPage(request: EdgeRequest): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

export function notFoundPage(response: EdgeResponse): void {
  response.statusCode = 404;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  response.setHeader('Content-Length', Buffer.byteLength(PAGE));
  response.end(PAGE);
}
