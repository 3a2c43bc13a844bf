/** The floor's store on S3: one signed PUT, one signed GET, nothing else. */
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { signedHeaders } from './sign-s3.mjs';

const agent = new Agent({ keepAlive: true });

function call(s3, method, key, headers = {}) {
  const path = `/${s3.bucket}/${key}`;
  return httpRequest(new URL(path, s3.endpoint), { method, agent, headers: { ...signedHeaders(s3, method, path), ...headers } });
}

async function answerOf(request) {
  const [response] = await once(request, 'response');
  if (response.statusCode === 200) return response;
  throw new Error(`the store answers ${response.statusCode}: ${(await response.toArray()).join('')}`);
}

export function s3Store(s3) {
  return {
    /** `stored` resolves when the store has answered. */
    create(key, size) {
      const out = call(s3, 'PUT', key, { 'Content-Length': size });
      return { out, stored: answerOf(out).then((response) => once(response.resume(), 'end')) };
    },
    async read(key) {
      const request = call(s3, 'GET', key);
      request.end();
      return answerOf(request);
    },
  };
}
