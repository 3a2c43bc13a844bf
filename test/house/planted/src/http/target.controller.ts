import { Body, Get, Param, Post } from '@nestjs/common';
interface Reader {
  get(type: string): { read(id: string): object };
}
export class TargetController {
  constructor(private readonly app: Reader) {}

  @Get(':id')
  read(@Param('id') id: string): object {
    return this.app.get('reader').read(id);
  }

  @Post()
  create(@Body() body: object): object {
    return this.same(body);
  }

  private same(body: object): object {
    return body;
  }
}
