import { notWritten, Unfinished } from './unfinished';

describe('rows that were not written', () => {
  const thrown = (error: unknown) => {
    try {
      return notWritten('resultado.csv', error);
    } catch (told) {
      return told;
    }
  };
  const refusal = (code: string) => Object.assign(new Error('the disk refused'), { code });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'])('can be repaired: %s', (code) => {
    const told = thrown(refusal(code));
    expect(told).toBeInstanceOf(Unfinished);
    expect((told as Error).message).toBe(`resultado.csv cannot be written: ${code}`);
  });

  it.each(['EACCES', 'EROFS', 'EBADF', 'ENOENT'])('cannot be repaired: %s', (code) => {
    const error = refusal(code);
    expect(thrown(error)).toBe(error);
  });
});
