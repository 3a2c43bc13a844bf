// expects: no-restricted-syntax
import { Post } from '@nestjs/common';
export class DocumentsController {
  @Post()
  create(input: object): object {
    return input;
  }
}
