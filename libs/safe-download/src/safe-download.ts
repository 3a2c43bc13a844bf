import { accept, redirectOf, type Download } from './accept';
import { AddressPolicy } from './addresses';
import { checkUrl } from './check-url';
import { Deadline } from './deadline';
import { DownloadError } from './download-error';
import { exchange } from './exchange';
import { settle, type SafeDownloadOptions, type Settings } from './options';

/**
 * Gets a file from a URL that a stranger chose, without letting the stranger reach what is not public, or take more time or memory
 * than allowed. Resolves when the headers of a good answer are in; the body is then read as it arrives.
 * @throws DownloadError for all that may be wrong with the URL, the host and the answer
 * @throws RangeError for options that make no sense
 * @throws the reason of `options.signal`, when that ends the download
 */
export async function safeDownload(url: string, options: SafeDownloadOptions): Promise<Download> {
  const settings = settle(options);
  const policy = new AddressPolicy(settings.allowedNetworks);
  const deadline = new Deadline(settings.totalTimeoutMs, settings.signal);
  try {
    return await follow(checkUrl(url), policy, settings, deadline);
  } catch (error) {
    deadline.stop();
    throw error;
  }
}

async function follow(first: URL, policy: AddressPolicy, settings: Settings, deadline: Deadline): Promise<Download> {
  let url = first;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await exchange(url, { method: 'GET' }, policy, settings, deadline);
    try {
      const location = redirectOf(answer, url);
      if (location === null) return accept(answer, url, settings, deadline);
      if (redirects === settings.maxRedirects) throw new DownloadError('TOO_MANY_REDIRECTS');
      url = nextUrl(location, url);
    } catch (error) {
      await answer.destroy();
      throw error;
    }
    // The body of a redirect is not worth the bytes, and the connection must not be used for what comes next.
    await answer.destroy();
  }
}

function nextUrl(location: string, from: URL): URL {
  const url = checkUrl(location);
  if (from.protocol === 'https:' && url.protocol === 'http:') throw new DownloadError('SCHEME');
  return url;
}
