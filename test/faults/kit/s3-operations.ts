import type { IncomingHttpHeaders } from 'node:http';
import { S3Error, StubBucket, type StubObject } from './s3-objects';

export type S3Operation =
  | 'CreateBucket' | 'DeleteBucket' | 'HeadBucket' | 'List' | 'ListUploads'
  | 'Put' | 'Get' | 'Head' | 'Delete' | 'DeleteMany' | 'CreateUpload' | 'UploadPart' | 'CompleteUpload' | 'AbortUpload'; // prettier-ignore

export interface S3Call {
  bucket: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Reply {
  status: number;
  headers?: Record<string, string | number>;
  body?: Buffer;
}

type Perform = (call: S3Call, bucket: StubBucket, buckets: Map<string, StubBucket>) => Reply;

const LISTED_AT_ONCE = 1000;
const OVERRIDES = ['content-type', 'content-disposition', 'cache-control'];
const tag = (name: string, value: string | number | boolean) => `<${name}>${value}</${name}>`;

export const document = (root: string, content: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${tag(root, content)}`);

const answered = (root: string, content: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: document(root, content),
});

export function operationOf(method: string, key: string, query: URLSearchParams): S3Operation | null {
  const [uploads, upload] = [query.has('uploads'), query.has('uploadId')];
  const named: Record<string, S3Operation> =
    key === ''
      ? {
          GET: uploads ? 'ListUploads' : 'List',
          PUT: 'CreateBucket',
          DELETE: 'DeleteBucket',
          HEAD: 'HeadBucket',
          ...(query.has('delete') && { POST: 'DeleteMany' }),
        }
      : {
          GET: 'Get',
          HEAD: 'Head',
          PUT: upload ? 'UploadPart' : 'Put',
          DELETE: upload ? 'AbortUpload' : 'Delete',
          POST: upload ? 'CompleteUpload' : 'CreateUpload',
        };
  return named[method] ?? null;
}

/** Both ends included; null: all of it. */
function rangeOf(header: string | undefined, size: number): [number, number] | null {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined) return null;
  const [start, end] = [Number(from), to ? Math.min(Number(to), size - 1) : size - 1];
  if (start > end) throw new S3Error(416, 'InvalidRange');
  return [start, end];
}

function presented({ etag }: StubObject, query: URLSearchParams): Record<string, string> {
  const overrides = OVERRIDES.flatMap((name) => (query.has(`response-${name}`) ? [[name, query.get(`response-${name}`) as string]] : []));
  return { 'content-type': 'application/octet-stream', etag, 'accept-ranges': 'bytes', ...Object.fromEntries(overrides) };
}

const get: Perform = ({ key, query, headers }, bucket) => {
  const object = bucket.get(key);
  const { bytes } = object;
  const range = rangeOf(headers.range, bytes.length);
  if (!range) return { status: 200, headers: presented(object, query), body: bytes };
  const [start, end] = range;
  const at = { 'content-range': `bytes ${start}-${end}/${bytes.length}` };
  return { status: 206, headers: { ...presented(object, query), ...at }, body: bytes.subarray(start, end + 1) };
};

const list: Perform = ({ query }, bucket) => {
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const most = Math.min(Number(query.get('max-keys') ?? LISTED_AT_ONCE), LISTED_AT_ONCE);
  const { keys, more } = bucket.list(query.get('prefix') ?? '', after, most);
  const contents = keys.map((key) => tag('Contents', tag('Key', key) + tag('Size', bucket.get(key).bytes.length)));
  const next = more ? tag('NextContinuationToken', keys.at(-1) as string) : '';
  return answered('ListBucketResult', tag('IsTruncated', more) + tag('KeyCount', keys.length) + next + contents.join(''));
};

const listUploads: Perform = ({ query }, bucket) => {
  const prefix = query.get('prefix') ?? '';
  const found = [...bucket.uploads].filter(([, { key }]) => key.startsWith(prefix));
  const uploads = found.map(([id, { key }]) => tag('Upload', tag('Key', key) + tag('UploadId', id)));
  return answered('ListMultipartUploadsResult', tag('IsTruncated', false) + uploads.join(''));
};

const uploadId = (query: URLSearchParams) => query.get('uploadId') ?? '';

const complete: Perform = ({ key, query, body }, bucket) => {
  const value = (part: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(part)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const parts = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(value(part, 'PartNumber')),
    etag: value(part, 'ETag'),
  }));
  return answered('CompleteMultipartUploadResult', tag('Key', key) + tag('ETag', bucket.complete(uploadId(query), key, parts).etag));
};

const deleteMany: Perform = ({ body }, { objects }) => {
  for (const [, key = ''] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(key);
  return answered('DeleteResult', '');
};

const deleteBucket: Perform = ({ bucket: name }, { objects }, buckets) => {
  if (objects.size > 0) throw new S3Error(409, 'BucketNotEmpty');
  buckets.delete(name);
  return { status: 204 };
};

const PERFORM: Record<S3Operation, Perform> = {
  CreateBucket: ({ bucket }, _, buckets) => (buckets.set(bucket, new StubBucket()), { status: 200 }),
  DeleteBucket: deleteBucket,
  HeadBucket: () => ({ status: 200 }),
  List: list,
  ListUploads: listUploads,
  Put: ({ key, headers, body }, bucket) => ({
    status: 200,
    headers: { etag: bucket.put(key, body, headers['if-none-match'] === '*').etag },
  }),
  Get: get,
  Head: get,
  Delete: ({ key }, { objects }) => (objects.delete(key), { status: 204 }),
  DeleteMany: deleteMany,
  CreateUpload: ({ key }, bucket) => answered('InitiateMultipartUploadResult', tag('Key', key) + tag('UploadId', bucket.begin(key))),
  UploadPart: ({ key, query, body }, bucket) => ({
    status: 200,
    headers: { etag: bucket.part(uploadId(query), key, Number(query.get('partNumber')), body).etag },
  }),
  CompleteUpload: complete,
  AbortUpload: ({ key, query }, bucket) => (bucket.abort(uploadId(query), key), { status: 204 }),
};

export function perform(operation: S3Operation, call: S3Call, buckets: Map<string, StubBucket>): Reply {
  const bucket = buckets.get(call.bucket) ?? (operation === 'CreateBucket' ? new StubBucket() : undefined);
  if (!bucket) throw new S3Error(404, 'NoSuchBucket');
  return PERFORM[operation](call, bucket, buckets);
}
