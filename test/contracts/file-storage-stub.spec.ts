import { S3Stub } from '../faults/kit/s3-stub';
import { fileStorageContract } from './file-storage.contract';
import { s3Storage } from './support/storages';

/** What tests break must first of all work as the real ones do. */
fileStorageContract('FileStorage on the stub of the fault tests', {
  givesUrls: true,
  async open() {
    const stub = await S3Stub.start();
    const fixture = await s3Storage({ endpoint: stub.endpoint, ...stub.keys }).open();
    return {
      ...fixture,
      async close() {
        await fixture.close();
        await stub.close();
      },
    };
  },
});
