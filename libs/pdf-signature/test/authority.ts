import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIXTURES } from './support';
import { openssl, type folder } from './verifiers';

const CONFIGURATION = `[tsa]
default_tsa = one
[one]
serial = SERIAL
crypto_device = builtin
signer_cert = ${join(FIXTURES, 'identities/tsa.pem')}
signer_key = ${join(FIXTURES, 'identities/tsa.key')}
certs = CERTS
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

/** Of the authority's certificate. */
export const ROOT_CERTIFICATE = join(FIXTURES, 'identities/root.pem');

/** What a timestamp authority answers; `certificates` go with its token. */
export async function timestampReply(
  files: ReturnType<typeof folder>,
  query: Uint8Array,
  certificates = ROOT_CERTIFICATE,
): Promise<Buffer> {
  const id = randomUUID();
  const serial = files.write(`serial-${id}`, Buffer.from('01\n'));
  const config = files.write(`tsa-${id}.conf`, Buffer.from(CONFIGURATION.replace('SERIAL', serial).replace('CERTS', certificates)));
  const asked = files.write(`query-${id}`, Buffer.from(query));
  await openssl('ts', '-reply', '-config', config, '-queryfile', asked, '-out', files.path(`reply-${id}`));
  return readFileSync(files.path(`reply-${id}`));
}
