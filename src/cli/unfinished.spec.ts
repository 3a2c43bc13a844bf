import { notWritten, Unfinished } from './unfinished';

describe('what was not written', () => {
  const thrown = (error: unknown) => {
    try {
      return notWritten('resultado.csv', error);
    } catch (told) {
      return told;
    }
  };
  const refusal = (code: string) => Object.assign(new Error('the disk refused'), { code });

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'])('can be written later: %s', (code) => {
    const told = thrown(refusal(code));
    expect(told).toBeInstanceOf(Unfinished);
    expect((told as Error).message).toBe(`resultado.csv cannot be written: ${code}`);
  });

  it.each(['EACCES', 'EROFS', 'EBADF', 'ENOENT'])('cannot be written later, either: %s', (code) => {
    const error = refusal(code);
    expect(thrown(error)).toBe(error);
  });
});
