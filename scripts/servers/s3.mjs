/** S3 servers to test against: those given, or two independent ones, because each has caught what the other let pass. */
import { cephRoot, startCeph } from './ceph.mjs';
import { startContainer, whyNoContainers } from './containers.mjs';
import { whyNoPackages } from './debian.mjs';
import { goProgram } from './go.mjs';
import { minioVersion, startMinio } from './minio.mjs';
import { onPath } from './processes.mjs';
import { answers, freshKeys } from './s3-client.mjs';
import { startVersitygw } from './versitygw.mjs';
import { firstThatWorks, logToStderr } from './ways.mjs';

/**
 * The head of MinIO's main branch, its last commit before the project was archived: the only version the Go module proxy was seen to
 * serve. Its last release has no semantic version tag, and its pseudo-version was refused.
 */
const MINIO = { module: 'github.com/minio/minio', version: 'v0.0.0-20260212201848-7aac2a2c5b7c' };
const VERSITYGW = { module: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' };

const container = {
  name: 'container',
  whyNot: whyNoContainers,
  async start() {
    const keys = freshKeys();
    const env = { ACERVO_S3_ACCESS_KEY_ID: keys.accessKeyId, ACERVO_S3_SECRET_ACCESS_KEY: keys.secretAccessKey };
    const server = await startContainer('minio', 9000, env, async (address) => {
      const endpoint = `http://${address}`;
      await answers({ endpoint, ...keys });
      return { endpoint };
    });
    const words = await server.exec('minio', '--version').catch(() => '');
    return { name: 'minio', ...server, ...keys, version: /version (\S+)/.exec(words)?.[1] ?? 'unknown', origin: 'container' };
  },
};

const minioOnPath = {
  name: 'minio-path',
  whyNot: () => (onPath('minio') ? undefined : 'no minio on the PATH'),
  start: async () => startMinio(onPath('minio'), { version: await minioVersion(onPath('minio')), origin: 'found on the PATH' }),
};

const minioBuilt = (log) => ({
  name: 'minio-go',
  start: async () =>
    startMinio(await goProgram('minio', MINIO.module, MINIO.version, { log }), { version: MINIO.version, origin: 'built with Go' }),
});

const versitygwBuilt = (log) => ({
  name: 'versitygw-go',
  start: async () =>
    startVersitygw(await goProgram('versitygw', VERSITYGW.module, VERSITYGW.version, { log }), {
      version: VERSITYGW.version,
      origin: 'built with Go',
    }),
});

const cephFrom = (suite, durable, log) => ({
  name: `ceph-${suite}`,
  whyNot: whyNoPackages,
  start: async () => startCeph(await cephRoot(suite, log), { origin: `debian ${suite}`, durable }),
});

const WAYS = {
  minio: ({ log }) => [container, minioBuilt(log), minioOnPath],
  ceph: ({ durable, log }) => [cephFrom('sid', durable, log), cephFrom('trixie', durable, log)],
  // Asked for by name only, no stand-in for MinIO: its v1.8.0 kept an object of an upload that was cut off half way.
  versitygw: ({ log }) => [versitygwBuilt(log)],
};

export const S3_SERVERS = Object.keys(WAYS);

/** One S3 server of the kind asked for. */
export async function obtainS3(kind, { durable = false, log = logToStderr } = {}) {
  if (!Object.hasOwn(WAYS, kind)) throw new Error(`no such S3 server: ${kind}; there are ${S3_SERVERS.join(', ')}`);
  return firstThatWorks(kind, WAYS[kind]({ durable, log }), log);
}

/** Whether the environment names S3 servers: then only those are used. */
export const s3IsGiven = () => Boolean(process.env.TEST_S3_ENDPOINT);

/** The servers of TEST_S3_ENDPOINT, TEST_S3_2_ENDPOINT, …, each with its keys. */
export async function givenS3({ log = logToStderr } = {}) {
  const found = [];
  for (let number = 1; ; number += 1) {
    const prefix = number === 1 ? 'TEST_S3' : `TEST_S3_${number}`;
    const endpoint = process.env[`${prefix}_ENDPOINT`];
    if (!endpoint) return Promise.all(found);
    found.push(firstThatWorks(prefix, [givenUnder(prefix, endpoint)], log));
  }
}

const givenUnder = (prefix, endpoint) => ({
  name: 'given',
  final: true,
  async start() {
    const keys = { accessKeyId: process.env[`${prefix}_ACCESS_KEY_ID`], secretAccessKey: process.env[`${prefix}_SECRET_ACCESS_KEY`] };
    if (!keys.accessKeyId || !keys.secretAccessKey)
      throw new Error(`${prefix}_ACCESS_KEY_ID and ${prefix}_SECRET_ACCESS_KEY must be set with ${prefix}_ENDPOINT`);
    await answers({ endpoint, ...keys }).catch((error) => {
      throw new Error(`${prefix}_ENDPOINT does not answer: ${error.message}`);
    });
    const version = (await fetch(endpoint)).headers.get('server') ?? 'unknown';
    return { name: 'given', endpoint, ...keys, version, origin: 'given', address: new URL(endpoint).host, stop: async () => {} };
  },
});
