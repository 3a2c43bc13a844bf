import { ApiProperty } from '@nestjs/swagger';
import type { Consistency } from '#application/events/get-consistency.use-case';
import type { FieldProblem } from '#domain/errors';
import type { PlaceQuery } from '../auth/place-query';
import { Guid, Integer } from '../validation/decorators';

export class ConsistencyQuery implements PlaceQuery {
  @Guid({ description: 'Client whose log it is.', required: true })
  idCliente!: string;

  @Integer({ description: 'Size of the older head: the second line of its `selo`.', required: true, min: 1, example: 1024 })
  de!: number;

  @Integer({ description: 'Size of the newer head, if you have it. Absent: the head that the log has now.', min: 1, example: 1025 })
  ate?: number;

  static check({ de, ate }: ConsistencyQuery): FieldProblem[] {
    return ate !== undefined && ate < de ? [{ path: ['ate'], code: 'OUT_OF_RANGE', details: { bound: de, side: 'min' } }] : [];
  }
}

export class ConsistencyAnswer {
  @ApiProperty({ example: 1024, description: 'Size of the older head.' }) de!: number;
  @ApiProperty({ example: 1025, description: 'Size of the newer head.' }) ate!: number;
  @ApiProperty({ type: [String], description: 'Proof of consistency (RFC 9162): hashes in base64url. Empty: both are of one size.' })
  prova!: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The newer head (C2SP checkpoint), if it is that of the log now. Null: you have it.',
  })
  selo!: string | null;

  static from({ from, upTo, hashes, checkpoint }: Consistency): ConsistencyAnswer {
    return { de: from, ate: upTo, prova: hashes.map((hash) => hash.toString('base64url')), selo: checkpoint };
  }
}
