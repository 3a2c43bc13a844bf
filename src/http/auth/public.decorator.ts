import { SetMetadata, type CustomDecorator } from '@nestjs/common';

export const PUBLIC = 'acervo:public';

/** The route needs no token; every other route does. */
export const Public = (): CustomDecorator => SetMetadata(PUBLIC, true);
