import { ApiProperty } from '@nestjs/swagger';
import type { Labelled, Party, Signature, SignedFileState } from '#domain/signatures/signature';
import type { SignatureWording } from './signature-wording';

class LabelledAnswer {
  @ApiProperty({ example: 'CPF' }) label!: string;
  @ApiProperty({ example: '***.982.247-**' }) valor!: string;

  static from({ label, value }: Labelled): LabelledAnswer {
    return { label, valor: value };
  }
}

class PartyAnswer {
  @ApiProperty({ type: LabelledAnswer }) nome!: LabelledAnswer;
  @ApiProperty({ type: LabelledAnswer, description: 'Of a person: masked.' }) documento!: LabelledAnswer;

  static from({ name, document }: Party): PartyAnswer {
    return { nome: LabelledAnswer.from(name), documento: LabelledAnswer.from(document) };
  }
}

class CertificateAnswer {
  @ApiProperty({ example: 'CN=Acervo development' }) titular!: string;
  @ApiProperty({ format: 'date-time' }) validoDe!: string;
  @ApiProperty({ format: 'date-time' }) validoAte!: string;
}

const STATES = { current: 'atual', superseded: 'substituida', deleted: 'excluida' } as const satisfies Record<SignedFileState, string>;

export class VerificationAnswer {
  @ApiProperty({ example: '7Q2MZ0KX4T9B6WJ3C8VRN5PHDE' }) codigo!: string;
  @ApiProperty({ enum: ['fisica', 'juridica'] }) pessoa!: string;
  @ApiProperty({ type: PartyAnswer }) signatario!: PartyAnswer;
  @ApiProperty({ type: PartyAnswer, nullable: true }) empresa!: PartyAnswer | null;
  @ApiProperty({ description: "The origin's message." }) origem!: string;
  @ApiProperty({ format: 'date-time' }) dataHora!: string;
  @ApiProperty({ description: 'SHA-256 of the file as it was signed, hexadecimal.' }) hash!: string;
  @ApiProperty({
    enum: Object.values(STATES),
    description: '`atual`: the archive holds the file as it was signed; `substituida`: a newer version; `excluida`: none any more.',
  })
  situacao!: string;
  @ApiProperty({ type: CertificateAnswer, description: 'Of the service, which signed.' }) certificado!: CertificateAnswer;

  static from(signature: Signature & { state: SignedFileState }, wording: SignatureWording): VerificationAnswer {
    const { code, details, originMessage, signedAt, sha256, state, certificate } = signature;
    return {
      codigo: code,
      pessoa: details.company ? 'juridica' : 'fisica',
      signatario: PartyAnswer.from(details.signer),
      empresa: details.company && PartyAnswer.from(details.company),
      origem: originMessage,
      dataHora: wording.iso(signedAt),
      hash: sha256,
      situacao: STATES[state],
      certificado: {
        titular: certificate.subject,
        validoDe: wording.iso(certificate.notBefore),
        validoAte: wording.iso(certificate.notAfter),
      },
    };
  }
}
