import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const PUBLIC = 'acervo:public';

/** Nobody needs to be logged in. Every other route asks for a token. */
export const Public = (): CustomDecorator => SetMetadata(PUBLIC, true);
