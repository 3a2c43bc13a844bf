import { ApiProperty } from '@nestjs/swagger';
import type { Receipt } from '#application/events/get-receipt.use-case';
import type { SealKey } from '#application/events/get-seal-key.use-case';
import type { PlaceQuery } from '../auth/place-query';
import { Guid } from '../validation/decorators';

export class ReceiptQuery implements PlaceQuery {
  @Guid({ description: 'Client that owns the file.', required: true })
  idCliente!: string;

  @Guid({ description: 'File.', required: true })
  idArquivo!: string;
}

class ReceiptFiles {
  @ApiProperty({ description: 'JSON text: the files of the event, each with `id`, `sha256` and `bytes`.' }) valores!: string;
  @ApiProperty({ description: 'HMAC-SHA-256 of `valores` under it is the last member of the event.', example: 'pJ2v0sXQ5mC8yT1a' })
  sal!: string;
}

export class ReceiptAnswer {
  @ApiProperty({ example: 1 }) versao!: number;
  @ApiProperty({
    description:
      'Exact text of the leaf, a JSON list: version, client, position, time in milliseconds, action, subject, and commitments to author, origin and files.',
  })
  evento!: string;
  @ApiProperty() arquivos!: ReceiptFiles;
  @ApiProperty({ example: 1025, description: "Place of the event in the client's log, from 1." }) posicao!: number;
  @ApiProperty({ type: [String], description: 'Proof of inclusion (RFC 9162): hashes in base64url, from the leaf to the root.' })
  prova!: string[];
  @ApiProperty({ description: 'Signed head of the log (C2SP checkpoint).' }) selo!: string;

  static from({ event, proof }: Receipt): ReceiptAnswer {
    return {
      versao: 1,
      evento: event.text,
      arquivos: { valores: event.files, sal: event.salt },
      posicao: event.position,
      prova: proof.hashes.map((hash) => hash.toString('base64url')),
      selo: proof.checkpoint,
    };
  }
}

class SealKeyAnswer {
  @ApiProperty({ example: '9c7a1f3e', description: 'As in the signatures.' }) id!: string;
  @ApiProperty({ example: 'Ed25519' }) algoritmo!: string;
  @ApiProperty({
    example: 'acervo/0a1b2c3d4e5f6071+9c7a1f3e+AQ9r1c0nJ0x5Jd3cQm8q4yKxv1mX3l5b7Hc0d9e2f4Q6',
    description: 'Name, id and public key, as verifiers of C2SP signed notes take it.',
  })
  chave!: string;
}

export class SealKeysAnswer {
  @ApiProperty({ example: 'acervo/0a1b2c3d4e5f6071', description: 'Name of this installation; heads of logs begin with it.' })
  instalacao!: string;
  @ApiProperty({ type: [SealKeyAnswer] }) chaves!: SealKeyAnswer[];

  static from({ name, id, verifierKey }: SealKey): SealKeysAnswer {
    return { instalacao: name, chaves: [{ id, algoritmo: 'Ed25519', chave: verifierKey }] };
  }
}
