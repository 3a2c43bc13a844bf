import { mkdtemp, open, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DependencyDown } from '#application/errors';
import { fullDiskAsOutage, isFullDisk } from './full-disk';

describe('a full disk', () => {
  it('is an outage', () => {
    const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });
    expect(() => fullDiskAsOutage(full)).toThrow(DependencyDown);
    const other = Object.assign(new Error('a bug'), { code: 'EBADF' });
    expect(() => fullDiskAsOutage(other)).toThrow(other);
    expect([isFullDisk(full), isFullDisk(other), isFullDisk(null), isFullDisk('ENOSPC')]).toEqual([true, false, false, false]);
  });

  it('is recognised by the error of the system', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'full-'));
    await symlink('/dev/full', join(folder, 'file'));
    const file = await open(join(folder, 'file'), 'w');
    try {
      await expect(file.write('x').catch(fullDiskAsOutage)).rejects.toThrow(DependencyDown);
    } finally {
      await file.close();
      await rm(folder, { recursive: true });
    }
  });
});
