import { randomUUID } from 'node:crypto';
import { samplePdf, samplePng } from '#src/demo/sample-files';
import { Secret } from '#src/config';
import { HmacShareLinks } from '#infrastructure/keys/hmac-share-links';
import { loadKeys } from '#infrastructure/keys/key-files';
import { Api, loggedIn, type Answer } from './support/api';
import { create, createdBy, expectRefusal, type SentFile } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, filed, linksOf, opened, remove, revokePath, sharesPath, texts, visible, works } from './support/reading';
import { STORAGE } from './support/service';
import { setClock } from './support/users';

const PDF = samplePdf('Compartilhado');
const PNG = samplePng(4, [1, 2, 3]);
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8' };
const embedded = STORAGE === 'embedded';
const onEmbedded = embedded ? describe : describe.skip;
const onS3 = embedded ? describe.skip : describe;

describeService('share links', ({ service, demo: api }) => {
  const open = (link: string, call: Parameters<typeof opened>[2] = {}) => opened(service, link, call);
  const tokenOf = (link: string) => link.slice(link.lastIndexOf('/') + 1);
  const withToken = (link: string, token: string) => `${link.slice(0, link.lastIndexOf('/') + 1)}${token}`;

  /** V1 takes files of every kind; it cannot share, so that comes after. */
  async function shared(file: SentFile): Promise<string> {
    const { id } = createdBy(await create(api, 'V1', { files: [file] }));
    await api.post(sharesPath(id));
    return (await linksOf(api, id))[0] as string;
  }

  /** The file behind a link, however the store of the run serves it. */
  async function served(link: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await open(link, { headers });
    return answer.status === 302 ? new Api(answer.headers.get('location') as string).get('', { headers }) : answer;
  }

  describe('open the file', () => {
    it.each<[string, SentFile, string, RegExp]>([
      ['a PDF, in the browser', { extension: 'pdf', content: PDF, name: 'Contrato ção' }, 'inline', /^application\/pdf$/],
      ['a PNG, in the browser', { extension: 'png', content: PNG }, 'inline', /^image\/png$/],
      ['a text, as a download', { extension: 'txt', content: 'um texto' }, 'attachment', /^text\/plain(;|$)/],
      ['HTML, as a download', { extension: 'html', content: '<script>alert(1)</script>' }, 'attachment', /./],
      ['SVG, as a download', { extension: 'svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }, 'attachment', /./],
      ['a program, as a download', { extension: 'exe', content: 'MZ' }, 'attachment', /./],
    ])('%s', async (_, file, kind, type) => {
      const answer = await served(await shared(file));
      expect([answer.status, answer.bytes.equals(Buffer.from(file.content as string))]).toEqual([200, true]);
      expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^${kind}; filename`));
      expect(answer.headers.get('content-type')).toMatch(type);
    });

    it('with its name', async () => {
      const { headers } = await served(await shared({ extension: 'pdf', content: PDF, name: 'Contrato "A" ção' }));
      const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') as string) ?? [];
      expect(decodeURIComponent(name)).toBe('Contrato _A_ ção.pdf');
    });

    it.each([
      ['bytes=0-3', 'bytes 0-3/10', '0123'],
      ['bytes=8-', 'bytes 8-9/10', '89'],
      ['bytes=-2', 'bytes 8-9/10', '89'],
      ['bytes=4-99', 'bytes 4-9/10', '456789'],
    ])('in part: %s', async (range, contentRange, expected) => {
      const answer = await served(await shared({ extension: 'txt', content: '0123456789' }), { range });
      expect([answer.status, answer.headers.get('content-range'), answer.text]).toEqual([206, contentRange, expected]);
    });

    it.each(['.', ')', ').', ',', '%3E', '”', '…', "'"])('with the end of a sentence behind it: %s', async (end) => {
      const { status } = await open(`${await shared({ extension: 'txt', content: 'fim' })}${end}`);
      expect([200, 302]).toContain(status);
    });

    it('without a token, with a valid one and with an invalid one', async () => {
      const link = await shared({ extension: 'txt', content: 'público' });
      for (const token of [null, api.token, 'garbage']) expect([200, 302]).toContain((await open(link, { token })).status);
    });

    it('repeatedly, on the path in any case and with /v1', async () => {
      const link = await shared({ extension: 'txt', content: 'de novo' });
      const { pathname } = new URL(link);
      const folder = pathname.slice(0, pathname.lastIndexOf('/'));
      for (const path of [pathname, `/v1${pathname}`, pathname.replace(folder, folder.toUpperCase())]) {
        expect([200, 302]).toContain((await new Api(service.url).get(path)).status);
      }
    });

    it('until the deadline', async () => {
      const { id } = await filed(api, { files: texts('um') });
      const deadline = Date.now() + 600_000;
      await api.post(sharesPath(id), { query: { PrazoCompartilhamento: new Date(deadline).toISOString() } });
      const [link] = await linksOf(api, id);
      expect(await works(service, link)).toBe(true);
      setClock(service, new Date(deadline + 1));
      const { status } = await opened(service, link);
      setClock(service, null);
      expect(status).toBe(404);
    });
  });

  onEmbedded('on the file system', () => {
    it('are answered with the bytes, without caching, framing or scripts', async () => {
      const { headers, status } = await open(await shared({ extension: 'pdf', content: PDF }));
      expect(status).toBe(200);
      expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
      expect(headers.get('accept-ranges')).toBe('bytes');
      expect(headers.get('content-length')).toBe(String(PDF.length));
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      expect(headers.get('cache-control')).toMatch(/private|no-store/);
    });

    it('answer HEAD with the same headers and no bytes', async () => {
      const link = await shared({ extension: 'pdf', content: PDF });
      const [whole, head] = [await open(link), await open(link, { method: 'HEAD' })];
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      for (const name of ['content-length', 'content-type', 'content-disposition', 'etag']) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
      }
    });

    it('answer 304 for an unchanged file, 416 for a range beyond it', async () => {
      const link = await shared({ extension: 'txt', content: '0123456789' });
      const etag = (await open(link)).headers.get('etag') as string;
      expect((await open(link, { headers: { 'if-none-match': etag } })).status).toBe(304);
      const beyond = await open(link, { headers: { range: 'bytes=10-' } });
      expectRefusal(beyond, 416);
      expect(beyond.headers.get('content-range')).toBe('bytes */10');
    });
  });

  onS3('on S3', () => {
    it('H3 are answered with a URL of the store valid for at most a minute', async () => {
      const answer = await open(await shared({ extension: 'pdf', content: PDF }));
      expect([answer.status, answer.bytes.length]).toEqual([302, 0]);
      const location = new URL(answer.headers.get('location') as string);
      expect(location.origin).toBe(new URL(service.config.s3?.publicEndpoint as string).origin);
      const seconds = Number(location.searchParams.get('X-Amz-Expires'));
      expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
      expect(answer.headers.get('cache-control')).toMatch(/no-store/);
    });

    it('limit that URL to one file and one presentation', async () => {
      const location = (await open(await shared({ extension: 'html', content: '<p>' }))).headers.get('location') as string;
      expect((await new Api(location).get('')).text).toBe('<p>');
      const changed = new URL(location);
      changed.searchParams.set('response-content-disposition', 'inline');
      expect((await new Api(changed.href).get('')).status).toBe(403);
      const unsigned = new URL(location);
      unsigned.search = '';
      expect((await new Api(unsigned.href).get('')).status).toBe(403);
    });
  });

  describe('fail', () => {
    const expire = (fileId: string) =>
      service.database.query(`UPDATE share SET expires_at = ${Date.now() - 1} WHERE file_id = '${fileId}'`);

    /** One link of each kind that must not work, with one that never did. */
    async function deadLinks(): Promise<string[]> {
      const [revoked, expired, deleted] = await Promise.all(
        ['revogado', 'vencido', 'apagado'].map((name) => filed(api, { files: texts(name).map((file) => ({ ...file, share: true })) })),
      );
      await api.patch(revokePath(revoked?.id as string));
      await expire(expired?.files[0]?.id as string);
      await remove(api, deleted?.id as string);
      const unknown = new HmacShareLinks(loadKeys(service.config), service.config.shareUrl).urlOf(randomUUID());
      return [unknown, ...[revoked, expired, deleted].map((document) => document?.files[0]?.link as string)];
    }

    it('H2 H6 equally for programs, whether unknown, revoked, expired or deleted', async () => {
      const links = await deadLinks();
      for (const headers of [
        {} as Record<string, string>,
        { accept: 'application/json' },
        { accept: '*/*' },
        { range: 'bytes=0-0' },
        { 'if-none-match': '*' },
      ]) {
        expectAlike(404, await Promise.all(links.map((link) => open(link, { headers }))));
      }
    });

    it('H2 H6 equally for browsers: a page in Portuguese', async () => {
      const links = await deadLinks();
      for (const accept of [BROWSER.accept, 'text/html']) {
        const [page, ...others] = await Promise.all(links.map((link) => open(link, { headers: { accept } })));
        expect([page?.status, page?.headers.get('content-type')]).toEqual([404, expect.stringMatching(/^text\/html; ?charset=utf-8$/i)]);
        expect(page?.text).toMatch(/^<!doctype html>\s*<html lang="pt/i);
        expect(page?.text).toMatch(/link/i);
        expect(page?.text).not.toMatch(/<script|https?:/);
        expect(others).toHaveLength(3);
        for (const other of others) expect(visible(other)).toEqual(visible(page as Answer));
      }
    });

    it('by HEAD', async () => {
      for (const link of await deadLinks()) expect((await open(link, { method: 'HEAD' })).status).toBe(404);
    });

    it('H1 when the token was changed at any position, truncated, extended or respelled', async () => {
      const link = await shared({ extension: 'txt', content: 'meu' });
      const token = tokenOf(link);
      const changed = [...token].map((letter, at) => `${token.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`);
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      const otherEndings = [...alphabet].map((letter) => token.slice(0, -1) + letter).filter((spelt) => spelt !== token);
      const otherForms = [
        token.slice(0, -1),
        token.slice(1),
        `${token}A`,
        `${token}=`,
        `${token}%20`,
        token.repeat(2),
        'A'.repeat(token.length),
      ];
      const statuses = new Set<number>();
      const codes = new Set<string>();
      for (const forged of [...changed, ...otherEndings, ...otherForms, 'x', '..%2f..%2fetc%2fpasswd', "'%20OR%20'1'='1"]) {
        const { status, json } = await open(withToken(link, forged));
        statuses.add(status);
        codes.add(json.codigo as string);
      }
      expect([...statuses]).toEqual([404]);
      expect([...codes]).toHaveLength(1);
      expect([200, 302]).toContain((await open(link)).status);
    });

    it('H10 when signed with another key, or when it is an id from the database', async () => {
      const link = await shared({ extension: 'txt', content: 'meu' });
      const [row] = (await service.database.query('SELECT id, file_id FROM share ORDER BY created_at DESC, id DESC LIMIT 1')) as {
        id: string;
        file_id: string;
      }[];
      const { id, file_id: fileId } = row as { id: string; file_id: string };
      const good = loadKeys(service.config);
      const links = (key: Secret) => new HmacShareLinks({ ...good, jwt: key, link: key }, service.config.shareUrl);
      expect(links(good.link).urlOf(id)).toBe(link);
      const forged = [links(new Secret('k'.repeat(48))).urlOf(id), links(good.jwt).urlOf(id), links(good.link).urlOf(fileId)];
      expectAlike(404, await Promise.all([...forged, withToken(link, id), withToken(link, fileId)].map((address) => open(address))));
    });

    it('for other methods', async () => {
      const link = await shared({ extension: 'txt', content: 'meu' });
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expectRefusal(await open(link, { method }), 404);
    });
  });
});

describeService('share links on another path', { SHARE_URL: 'http://127.0.0.1:1/outro/caminho' }, ({ service }) => {
  it('are created and served on it', async () => {
    const api = await loggedIn(service.url);
    const document = await filed(api, { files: texts('um').map((file) => ({ ...file, share: true })) });
    const link = document.files[0]?.link as string;
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:1\/outro\/caminho\/[\w-]+$/);
    expect(await linksOf(api, document.id)).toEqual([link]);
    const there = await opened(service, link);
    expect(there.status).toBe(embedded ? 200 : 302);
    expect((await new Api(service.url).get(`/v1${new URL(link).pathname}`)).status).toBe(there.status);
    await api.patch(revokePath(document.id));
    const gone = await opened(service, link, { headers: BROWSER });
    expect([gone.status, gone.headers.get('content-type')]).toEqual([404, expect.stringMatching(/^text\/html/)]);
    expectRefusal(await opened(service, link), 404);
  });
});
