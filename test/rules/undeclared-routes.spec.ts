import { Controller, Get } from '@nestjs/common';
import { controllers, HttpModule } from '#http/http.module';

@Controller()
class Forgetful {
  @Get('esquecida')
  route(): string {
    return 'for anybody';
  }
}

/** A route without a declared permission stops the start. */
describe('the service', () => {
  const all = controllers as unknown as object[];

  it('starts with its declared routes', () => {
    expect(() => HttpModule.create({ mcp: 'off' })).not.toThrow();
  });

  it('B6 does not start with an undeclared route', () => {
    all.push(Forgetful);
    try {
      expect(() => HttpModule.create({ mcp: 'off' })).toThrow('Forgetful.route has no @Operation');
    } finally {
      all.pop();
    }
  });
});
