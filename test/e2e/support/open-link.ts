import type { Service } from './service';

/** Opens a share link without a login; the link's public address is replaced by the test's port. */
export async function openLink({ url, config }: Service, link: string): Promise<{ status: number; bytes: Buffer }> {
  const path = new URL(config.shareUrl).pathname + link.slice(config.shareUrl.length);
  const answer = await fetch(`${url}${path}`);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}
