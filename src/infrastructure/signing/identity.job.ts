import { developmentIdentity, IdentityError, readIdentity, type IdentityReason, type SigningIdentity } from '#libs/pdf-signature';

export type IdentityOrder = { read: Uint8Array; password: string } | { make: string; password: string; at: Date };
export type IdentityReport = { identity: SigningIdentity } | { made: Uint8Array } | { problem: IdentityReason };

/** Opens a PKCS#12 file, which is slow by design (key derivation); or creates one. */
export async function run(order: IdentityOrder): Promise<IdentityReport> {
  if ('make' in order) return { made: await developmentIdentity(order.make, order.password, order.at) };
  try {
    return { identity: readIdentity(order.read, order.password) };
  } catch (error) {
    if (error instanceof IdentityError) return { problem: error.reason };
    throw error;
  }
}
