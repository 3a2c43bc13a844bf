export abstract class TimestampAuthority {
  /** An RFC 3161 token over the digest, DER. Null: the operator has named no authority. Rejects when it gives none. */
  abstract stamp(sha256: Buffer): Promise<Buffer | null>;
}
