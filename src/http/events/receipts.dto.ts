import { ApiProperty } from '@nestjs/swagger';
import type { Receipt } from '#application/events/get-receipt.use-case';
import type { SealKey } from '#application/events/get-seal-keys.use-case';
import type { TimeZone } from '#application/support/time-zone';
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

class ReceiptAnchor {
  @ApiProperty({ example: '2026-11-24', description: 'Day of the anchor (UTC).' }) dia!: string;
  @ApiProperty({ description: 'Root over the heads of all logs of that day, in base64url. It is the digest that `token` has stamped.' })
  raiz!: string;
  @ApiProperty({ example: 1, description: 'Place of `selo` among the heads, from 1.' }) folha!: number;
  @ApiProperty({ example: 2, description: 'How many heads there are.' }) folhas!: number;
  @ApiProperty({ type: [String], description: 'Proof of inclusion (RFC 9162) of `selo`, signature included: hashes in base64url.' })
  prova!: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Time stamp (RFC 3161), DER in base64. Null: no authority has stamped the anchor yet.',
  })
  token!: string | null;

  static from({ day, root, place, leaves, hashes, token }: NonNullable<Receipt['anchor']>): ReceiptAnchor {
    const [raiz, ...prova] = [root, ...hashes].map((hash) => hash.toString('base64url')) as [string, ...string[]];
    return { dia: day, raiz, folha: place, folhas: leaves, prova, token };
  }
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
  @ApiProperty({ description: 'Signed head of the log (C2SP checkpoint): that of the anchor, or of the moment while there is none.' })
  selo!: string;
  @ApiProperty({ type: ReceiptAnchor, nullable: true, description: 'Daily anchor that has `selo`; null until there is one.' })
  carimbo!: ReceiptAnchor | null;

  static from({ event, proof, anchor }: Receipt): ReceiptAnswer {
    return {
      versao: 1,
      evento: event.text,
      arquivos: { valores: event.files, sal: event.salt },
      posicao: event.position,
      prova: proof.hashes.map((hash) => hash.toString('base64url')),
      selo: proof.checkpoint,
      carimbo: anchor && ReceiptAnchor.from(anchor),
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
  @ApiProperty({ example: '2026-01-31T08:00:00.000-03:00', description: 'It signs since then.' }) desde!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Until then, when another key followed; what it has signed before stays valid. Null: it signs now.',
  })
  ate!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Note (C2SP signed note) that the key before and this one have signed: that this one follows. Null: the first key.',
  })
  declaracao!: string | null;
}

export class SealKeysAnswer {
  @ApiProperty({ example: 'acervo/0a1b2c3d4e5f6071', description: 'Name of this installation; heads of logs begin with it.' })
  instalacao!: string;
  @ApiProperty({ type: [SealKeyAnswer], description: 'Newest first.' }) chaves!: SealKeyAnswer[];

  static from(keys: readonly SealKey[], timeZone: TimeZone): SealKeysAnswer {
    const chaves = keys.map(({ id, verifierKey, since, until, statement }) => ({
      ...{ id, algoritmo: 'Ed25519', chave: verifierKey },
      ...{ desde: timeZone.iso(since), ate: until && timeZone.iso(until), declaracao: statement },
    }));
    return { instalacao: keys[0]?.name ?? '', chaves };
  }
}
