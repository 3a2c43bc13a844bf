import { isEmail } from './email';

describe('e-mail addresses', () => {
  it.each(['a@b.co', 'ana.souza+x@exemplo.com.br', 'josé@exemplo.com.br'])('accepts %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    'a',
    'a@b',
    'a@b.',
    '@b.co',
    'a b@c.co',
    'a@b.co\r\nBcc: x@y.z',
    'a@b@c.co',
    '<a@b.co>',
    'a\u0007@b.co',
    'a\u0085@b.co',
    'a\u200b@b.co',
    'a\u202e@b.co',
    'a@b\ufeff.co',
  ])('refuses %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});
