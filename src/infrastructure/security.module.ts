import { Global, Module, type Provider } from '@nestjs/common';
import { createSecretKey } from 'node:crypto';
import { AccessTokenTerms } from '#application/auth/access-token-terms';
import { Cursors, ShareLinks } from '#application/ports/documents';
import { Diagnostics } from '#application/ports/unit-of-work';
import { FileAddresses } from '#application/ports/files';
import { PdfSigner } from '#application/ports/signatures';
import { PasswordHasher, Tokens } from '#application/ports/users';
import { TimestampAuthority } from '#application/ports/audit-trail';
import { CONFIG, type Config } from '#src/config';
import { Argon2PasswordHasher } from './argon2/argon2-password-hasher';
import { HmacShareLinks } from './keys/hmac-share-links';
import { JwtTokens } from './keys/jwt-tokens';
import { Keys, loadKeys } from './keys/key-files';
import { SealedCursors } from './keys/sealed-cursors';
import { SealedFileAddresses } from './keys/sealed-file-addresses';
import { SigningIdentities } from './signing/signing-identities';
import { ConfiguredTimestampAuthority } from './signing/timestamp-authority';
import { WorkerPdfSigner } from './signing/worker-pdf-signer';
import { WorkerJobs } from './workers/worker-jobs';

const PROVIDERS: Provider[] = [
  { provide: Keys, useFactory: loadKeys, inject: [CONFIG] },
  { provide: PasswordHasher, useFactory: ({ loginQueue }: Config) => new Argon2PasswordHasher(loginQueue), inject: [CONFIG] },
  {
    provide: PdfSigner,
    useFactory: (config: Config, jobs: WorkerJobs, diagnostics: Diagnostics) =>
      new WorkerPdfSigner(new SigningIdentities(config, jobs, diagnostics), jobs, diagnostics, config),
    inject: [CONFIG, WorkerJobs, Diagnostics],
  },
  { provide: TimestampAuthority, useFactory: (config: Config) => new ConfiguredTimestampAuthority(config), inject: [CONFIG] },
  { provide: ShareLinks, useFactory: (keys: Keys, { shareUrl }: Config) => new HmacShareLinks(keys, shareUrl), inject: [Keys, CONFIG] },
  {
    provide: FileAddresses,
    useFactory: ({ addresses }: Keys, { shareUrl }: Config) => new SealedFileAddresses(addresses, shareUrl),
    inject: [Keys, CONFIG],
  },
  { provide: Cursors, useFactory: ({ cursors }: Keys) => new SealedCursors(cursors), inject: [Keys] },
  {
    provide: AccessTokenTerms,
    useFactory: (keys: Keys) => new AccessTokenTerms(createSecretKey(Buffer.from(keys.jwt.reveal()))),
    inject: [Keys],
  },
  { provide: Tokens, useFactory: (terms: AccessTokenTerms) => new JwtTokens(terms), inject: [AccessTokenTerms] },
];

/** Keys, and what is signed, hashed or proved with them. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class SecurityModule {}
