import type { Scope } from '#domain/access/scope';
import type { Signature, SignedFileState } from '#domain/signatures/signature';

/** Records of the signatures made by the archive. */
export abstract class Signatures {
  abstract add(scope: Scope, signatures: readonly Signature[]): Promise<void>;
  /** Finds a signature by its code. */
  abstract find(code: string): Promise<(Signature & { state: SignedFileState }) | null>;
}
