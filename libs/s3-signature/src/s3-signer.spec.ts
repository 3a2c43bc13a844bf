import { S3Signer } from './s3-signer';

/** The examples of the S3 reference, "Authenticating Requests: Using the Authorization Header" and "Using Query Parameters". */
const HOST = 'examplebucket.s3.amazonaws.com';
const THEN = new Date('2013-05-24T00:00:00Z');
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('S3Signer', () => {
  const signer = new S3Signer({
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
  });
  const signatureOf = ({ headers }: { headers: Record<string, string> }) => /Signature=(.*)$/.exec(headers['authorization']!)![1];

  it.each([
    [
      'a GET of a part',
      { method: 'GET', path: '/test.txt', headers: { range: 'bytes=0-9' }, payloadHash: EMPTY },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'a PUT under a name that is escaped',
      {
        method: 'PUT',
        path: '/test$file.text',
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        payloadHash: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'a query without a value',
      { method: 'GET', path: '/', query: { lifecycle: '' }, payloadHash: EMPTY },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a query with values',
      { method: 'GET', path: '/', query: { prefix: 'J', 'max-keys': '2' }, payloadHash: EMPTY },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('signs %s', (_, request, expected) => {
    expect(signatureOf(signer.sign({ host: HOST, ...request }, THEN))).toBe(expected);
  });

  it('signs a URL', () => {
    const url = signer.presign({ method: 'GET', host: HOST, path: '/test.txt' }, 86_400, THEN);
    expect(url).toMatch(/^\/test\.txt\?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3/);
    expect(url).toMatch(/X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404$/);
  });

  it('marks a body without a given hash as unsigned', () => {
    const { target, headers } = signer.sign({ method: 'PUT', host: HOST, path: '/a b', query: { ação: '1/2' } }, THEN);
    expect(target).toBe('/a%20b?a%C3%A7%C3%A3o=1%2F2');
    expect(headers).toMatchObject({ host: HOST, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'x-amz-date': '20130524T000000Z' });
  });

  it('sorts by names only', () => {
    const { target } = signer.sign({ method: 'GET', host: HOST, path: '/', query: { 'a-b': '1', a: '2' } }, THEN);
    expect(target).toBe('/?a=2&a-b=1');
  });

  it('uses another key on another day', () => {
    const on = (day: string) => signatureOf(signer.sign({ method: 'GET', host: HOST, path: '/' }, new Date(day)));
    const first = on('2026-01-01T10:00:00Z');
    expect(on('2026-01-02T10:00:00Z')).not.toBe(first);
    expect(on('2026-01-01T10:00:00Z')).toBe(first);
  });
});
