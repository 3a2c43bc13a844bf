import { checkUrl } from './check-url';
import type { DownloadFailure } from './download-error';

const PATH = 'http://example.org/';

describe('checkUrl', () => {
  it.each([
    ['https://example.org/a/b.pdf?x=1#part', 'https://example.org/a/b.pdf?x=1'],
    ['HTTP://EXAMPLE.org:80', 'http://example.org/'],
    ['http://example.org.:8080/', 'http://example.org:8080/'],
    ['http://bücher.example/ü', 'http://xn--bcher-kva.example/%C3%BC'],
    ['http://example.org/a@b', 'http://example.org/a@b'],
    ['http://example.org/?user@host', 'http://example.org/?user@host'],
    // Whether an address may be connected to is not known from the text alone.
    ['http://127.1/', 'http://127.0.0.1/'],
    ['http://①②⑦.⓪.⓪.①/', 'http://127.0.0.1/'],
    ['http://[::FFFF:127.0.0.1]:80/', 'http://[::ffff:7f00:1]/'],
    [PATH + 'x'.repeat(2048 - PATH.length), PATH + 'x'.repeat(2048 - PATH.length)],
  ])('reads %s', (text, href) => expect(checkUrl(text).href).toBe(href));

  it.each<[DownloadFailure, string]>([
    ['URL_INVALID', ''],
    ['URL_INVALID', 'example.org/a'],
    ['URL_INVALID', '//example.org/a'],
    ['URL_INVALID', PATH + 'x'.repeat(2049 - PATH.length)],
    ['URL_INVALID', ' http://example.org/'],
    ['URL_INVALID', 'http://example.org/a b'],
    ['URL_INVALID', 'http://example.org/a\u00A0b'],
    ['URL_INVALID', 'http://example.org/\r\nHost: x'],
    ['URL_INVALID', 'ht\ntp://example.org/'],
    ['URL_INVALID', 'http://example.org/\0'],
    ['URL_INVALID', 'http://example.org/\u0085'],
    ['URL_INVALID', 'http://example.org/\uD800'],
    ['URL_INVALID', 'http://example.org\\@127.0.0.1/'],
    ['URL_INVALID', 'http:\\\\example.org/'],
    ['URL_INVALID', 'http:example.org/'],
    ['URL_INVALID', 'http:/example.org/'],
    ['URL_INVALID', 'http:///example.org/'],
    ['URL_INVALID', 'http://'],
    ['URL_INVALID', 'http://256.1.1.1/'],
    ['URL_INVALID', 'http://1.2.3.4.5/'],
    ['URL_INVALID', 'http://[::1'],
    ['URL_INVALID', 'http://[fe80::1%25eth0]/'],
    ['URL_INVALID', 'http://example.org:65536/'],
    ['URL_INVALID', 'http://example.org:-1/'],
    ['URL_INVALID', 'http://exa%00mple.org/'],
    ['URL_INVALID', 'http://example..org/'],
    ['URL_INVALID', 'http://.example.org/'],
    ['URL_INVALID', 'http://example.org../'],
    ['URL_INVALID', "http://exam'ple.org/"],
    ['URL_INVALID', `http://${'x'.repeat(64)}.org/`],
    ['SCHEME', 'ftp://example.org/'],
    ['SCHEME', 'file:///etc/passwd'],
    ['SCHEME', 'gopher://127.0.0.1:6379/_INFO'],
    ['SCHEME', 'data:text/plain,hello'],
    ['SCHEME', 'javascript:alert(1)'],
    ['SCHEME', 'blob:http://example.org/1'],
    ['SCHEME', 'ws://example.org/'],
    ['CREDENTIALS', 'http://user@example.org/'],
    ['CREDENTIALS', 'http://user:password@example.org/'],
    ['CREDENTIALS', 'http://:password@example.org/'],
    ['CREDENTIALS', 'http://@example.org/'],
    ['CREDENTIALS', 'http://:@example.org/'],
    ['CREDENTIALS', 'http://example.org@127.0.0.1/'],
    ['CREDENTIALS', 'http://127.0.0.1%2F@example.org/'],
    ['ADDRESS_NOT_ALLOWED', 'http://localhost/'],
    ['ADDRESS_NOT_ALLOWED', 'http://LOCALHOST./'],
    ['ADDRESS_NOT_ALLOWED', 'http://minio:9000/'],
  ])('refuses with %s: %j', (reason, text) => {
    expect(() => checkUrl(text)).toThrow(expect.objectContaining({ name: 'DownloadError', reason }) as Error);
  });

  it.each([0, null, undefined, {}, ['http://example.org/']])('refuses %j, which is not a string', (value) => {
    expect(() => checkUrl(value as unknown as string)).toThrow(expect.objectContaining({ reason: 'URL_INVALID' }) as Error);
  });
});
