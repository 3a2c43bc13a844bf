export { type Card } from './card';
export { developmentIdentity } from './development-identity';
export { IdentityError, readIdentity, type IdentityReason, type SigningIdentity } from './identity';
export { type Limits } from './limits';
export { PdfRefused, type RefusalReason } from './pdf-refused';
export { type PdfSource } from './pdf-source';
export { readSignatures, type ReadSignature } from './read-signatures';
export { signPdf, type SignatureRequest, type SignedPdf } from './sign-pdf';
export { checkToken, TimestampError, timestampRequest, tokenOf } from './timestamp';
