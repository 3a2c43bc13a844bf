import type { Service } from './service';

/** Follows a share link as anybody would; links name the public address of the service, which here is a free port. */
export async function openLink({ url, config }: Service, link: string): Promise<{ status: number; bytes: Buffer }> {
  const path = new URL(config.shareUrl).pathname + link.slice(config.shareUrl.length);
  const answer = await fetch(`${url}${path}`);
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}
