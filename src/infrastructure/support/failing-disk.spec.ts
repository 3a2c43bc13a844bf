import { mkdtemp, open, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DependencyDown } from '#application/support/errors';
import { diskFailureAsOutage, isDiskFailure } from './failing-disk';

describe('a failing disk', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'])('is an outage: %s', (code) => {
    const full = Object.assign(new Error('no room'), { code });
    expect(() => diskFailureAsOutage(full)).toThrow(DependencyDown);
    const other = Object.assign(new Error('a bug'), { code: 'EBADF' });
    expect(() => diskFailureAsOutage(other)).toThrow(other);
    expect([isDiskFailure(full), isDiskFailure(other), isDiskFailure(null), isDiskFailure('ENOSPC')]).toEqual([true, false, false, false]);
  });

  it('is recognised by the error of the system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'full-'));
    await symlink('/dev/full', join(folder, 'file'));
    const file = await open(join(folder, 'file'), 'w');
    try {
      await expect(file.write('x').catch(diskFailureAsOutage)).rejects.toThrow(DependencyDown);
    } finally {
      await file.close();
      await rm(folder, { recursive: true });
    }
  });
});
