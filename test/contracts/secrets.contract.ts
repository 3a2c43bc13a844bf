import { newId } from '#application/support/ids';
import type { PasswordHasher, Tokens } from '#application/ports/users';
import type { ShareLinks } from '#application/ports/documents';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

export const GARBAGE = ['', '.', '..', 'garbage', 'a.b.c', ' ', '\0', '📎', "' OR 1=1 --", 'A'.repeat(43), 'x'.repeat(100_000)];

/** The token with one character changed at a time: some changes affect only unused bits. */
export function forgeries(token: string): string[] {
  const others = [...token].map((char, at) => `${token.slice(0, at)}${char === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`);
  const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const ends = [...last].filter((char) => char !== token.at(-1)).map((char) => token.slice(0, -1) + char);
  return [...others, ...ends, token.slice(0, -1), `${token}A`, `${token}=`, ` ${token}`, `${token}\n`];
}

export function passwordHasherContract(implementation: string, hasher: PasswordHasher, foreign: string): void {
  describe(implementation, () => {
    it.each(['Acervo@2026', 'ç 📎', ' ', 'p'.repeat(5000), 'a\0b'])('verifies only the hashed password: %j', async (password) => {
      const hash = await hasher.hash(password);
      expect(await hasher.verify(hash, password)).toBe(true);
      for (const other of [`${password} `, password.slice(0, -1), password.toUpperCase() + '1', '']) {
        expect(await hasher.verify(hash, other)).toBe(false);
      }
      expect(hasher.needsRehash(hash)).toBe(false);
    });

    it.each([null, '', 'no hash', foreign])('verifies nothing with %j', async (hash) => {
      for (const password of ['', 'no hash', 'a password that nobody has']) expect(await hasher.verify(hash, password)).toBe(false);
    });

    it('requests rehashing of a hash with other parameters', () => {
      expect(hasher.needsRehash(foreign)).toBe(true);
    });
  });
}

/** @param other those of a service with other keys; null: there are no keys. */
export function shareLinksContract(implementation: string, links: ShareLinks, other: ShareLinks | null): void {
  const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

  describe(implementation, () => {
    it('reads the share from the last part of its link', () => {
      const ids = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', ...Array.from({ length: 50 }, newId)];
      for (const id of ids) {
        expect(links.shareOf(tokenOf(links.urlOf(id)))).toBe(id);
        expect(links.urlOf(id)).toBe(links.urlOf(id));
      }
      expect(new Set(ids.map((id) => links.urlOf(id))).size).toBe(ids.length);
    });

    it.each(GARBAGE)('refuses %j', (token) => {
      expect(links.shareOf(token)).toBeNull();
    });

    if (!other) return;

    it('refuses changed tokens and those of another service', () => {
      const token = tokenOf(links.urlOf(newId()));
      for (const forged of forgeries(token)) expect(links.shareOf(forged)).toBeNull();
      expect(other.shareOf(token)).toBeNull();
    });

    it('does not reveal the share id in the link', () => {
      const id = newId();
      expect(links.urlOf(id)).not.toContain(id);
      expect(links.shareOf(id)).toBeNull();
    });
  });
}

export function tokensContract(implementation: string, tokens: Tokens, other: Tokens): void {
  describe(implementation, () => {
    const claim = () => ({ userId: newId(), sessionId: newId(), count: 7, expiresAt: after(60) });

    it('issues one access token for each refresh', () => {
      const said = claim();
      const issued = [7, 8, 9].map((count) => tokens.issueAccess({ ...said, count }, NOW));
      expect(new Set(issued).size).toBe(3);
    });

    it.each(GARBAGE)('refuses %j', (token) => {
      expect(tokens.readRefresh(token)).toBeNull();
    });

    it.each([0, 1, 255, 65_536, 2 ** 32 - 1])('reads an issued refresh token with count %d', (count) => {
      const sessionId = newId();
      expect(tokens.readRefresh(tokens.issueRefresh(sessionId, count))).toEqual({ sessionId, count });
    });

    it('refuses refresh tokens that are changed, from another service or for another use', () => {
      const token = tokens.issueRefresh(newId(), 3);
      for (const forged of forgeries(token)) expect(tokens.readRefresh(forged)).toBeNull();
      expect(other.readRefresh(token)).toBeNull();
      expect(tokens.readRefresh(tokens.issueAccess(claim(), NOW))).toBeNull();
    });
  });
}
