module.exports = ({ env }) => ({
  'users-permissions': { config: { jwtSecret: env('KEY') } },
  upload: {
    config: {
      provider: 'aws-s3',
      providerOptions: {
        s3Options: {
          endpoint: env('S3_ENDPOINT'),
          region: env('S3_REGION'),
          forcePathStyle: true,
          credentials: { accessKeyId: env('S3_ACCESS_KEY_ID'), secretAccessKey: env('S3_SECRET_ACCESS_KEY') },
          params: { ACL: 'private', Bucket: env('S3_BUCKET'), signedUrlExpires: 900 },
        },
      },
    },
  },
});
