import type { Scope } from '#domain/access/scope';
import type { Signature, SignedFileState } from '#domain/signatures/signature';

/** What the archive knows of the signatures that it has made. */
export abstract class Signatures {
  abstract add(scope: Scope, signatures: readonly Signature[]): Promise<void>;
  /** By its code. */
  abstract find(code: string): Promise<(Signature & { state: SignedFileState }) | null>;
}
