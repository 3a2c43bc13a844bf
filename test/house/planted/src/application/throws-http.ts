// expects: @typescript-eslint/no-restricted-imports
export { HttpException } from '@nestjs/common';
