import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIdentity, signPdf, type PdfSource, type SignatureRequest } from '../src';

export const FIXTURES = join(__dirname, 'fixtures');
export const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));
export const identity = (name: string, password = 'segredo') => readIdentity(fixture(`identities/${name}.p12`), password);

export const inMemory = (bytes: Buffer): PdfSource => ({
  size: bytes.length,
  read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
});

const rsa = identity('rsa');

export const request = (changes: Partial<SignatureRequest> = {}): SignatureRequest => ({
  identity: rsa,
  signedAt: new Date('2026-11-21T18:30:00Z'),
  name: 'João da Conceição',
  reason: 'Contrato de prestação de serviços – assinado pelo portal',
  location: '203.0.113.7',
  contactInfo: 'joao@exemplo.com.br',
  card: {
    title: 'Cartão de assinaturas',
    rows: [
      { label: 'Origem', value: 'Contrato de prestação de serviços – assinado pelo portal do colaborador' },
      { label: 'Representante legal', value: 'João da Conceição' },
      { label: 'CPF', value: '529.982.247-25' },
      { label: 'Empresa', value: 'Indústria & Comércio de Maçãs São José Ltda. (em recuperação judicial)' },
      { label: 'CNPJ', value: '11.222.333/0001-81' },
      { label: 'Data e hora', value: '21/11/2026 15:30:00 (UTC-3)' },
      { label: 'IP', value: '203.0.113.7' },
    ],
    link: 'https://acervo.exemplo.com.br/verificar/7f3a9c0d5b1e4f62a8d47f3a9c0d5b1e',
  },
  properties: { Signatario: 'João da Conceição', CPF: '529.982.247-25' },
  ...changes,
});

export async function signed(file: Buffer, changes: Partial<SignatureRequest> = {}): Promise<Buffer> {
  const { appendix } = await signPdf(inMemory(file), request(changes));
  return Buffer.concat([file, appendix]);
}
