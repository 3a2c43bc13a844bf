import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import type { Signature } from '#domain/signatures/signature';

const AT = new Date('2026-11-22T15:00:00.001Z');
let codes = 0;

/** A natural person's, each with a code of its own. */
export const aSignature = (scope: Scope, over: Partial<Signature> = {}): Signature => ({
  id: newId(),
  code: String(++codes).padStart(26, 'A'),
  clientId: scope.clientId,
  fileId: newId(),
  sha256: '0'.repeat(64),
  originId: newId(),
  originMessage: 'Portal “do colaborador”',
  signedAt: AT,
  signedBy: scope.actor.userId,
  address: '203.0.113.7',
  details: {
    email: null,
    signer: { name: { label: 'Nome', value: 'Ana' }, document: { label: 'CPF', value: '1' }, extra: [] },
    company: null,
    extra: [{ label: 'Processo', value: '7' }],
  },
  certificate: { subject: 'CN=Acervo', notBefore: AT, notAfter: AT },
  ...over,
});
