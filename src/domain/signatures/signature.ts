/** A label and its value: `Diretor: Ana Souza`. */
export interface Labelled {
  label: string;
  value: string;
}

export interface Party {
  name: Labelled;
  document: Labelled;
  extra: readonly Labelled[];
}

/** Who signs, and for whom. With a company it is the signature of a legal person, else of a natural one (operation 2.6). */
export interface SignatureDetails {
  email: string | null;
  signer: Party;
  company: Party | null;
  extra: readonly Labelled[];
}

/** Of the service, which signs on the signer's behalf. */
export interface SigningCertificate {
  subject: string;
  notBefore: Date;
  notAfter: Date;
}

/** All data about its signature in the signed file. */
export interface SignatureFacts {
  /** Code of the public verification page. */
  code: string;
  signedAt: Date;
  /** Of the caller. */
  address: string;
  originMessage: string;
  details: SignatureDetails;
}

export interface Signature extends SignatureFacts {
  id: string;
  clientId: string;
  fileId: string;
  /** Of the signed file. */
  sha256: string;
  originId: string;
  signedBy: string;
  certificate: SigningCertificate;
}

/** What has become of the signed file since: it is as it was signed, there is a newer version, or it was deleted. */
export type SignedFileState = 'current' | 'superseded' | 'deleted';
