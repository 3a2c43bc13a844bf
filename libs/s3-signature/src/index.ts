export { S3Signer, UNSIGNED_PAYLOAD, type S3Credentials, type S3Request } from './s3-signer';
