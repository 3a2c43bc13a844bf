/** The load of small requests: autocannon in a process of its own, so that what it costs is nobody's but its. */
import autocannon from 'autocannon';
import { answerParent } from './answer-parent.mjs';

/** Closed model: so many connections, each with one request under way. Latencies in ms. */
async function run({ url, method, headers, body, connections, seconds }) {
  const result = await autocannon({ url, method, headers, body, connections, duration: seconds });
  const { errors, timeouts, non2xx, latency } = result;
  const answered = result['2xx'] + result['3xx'];
  return {
    perSecond: answered / result.duration,
    answered,
    refused: result['4xx'] + result['5xx'],
    errors: errors + timeouts,
    non2xx,
    p50: latency.p50,
    p99: latency.p99,
  };
}

answerParent({ run });
