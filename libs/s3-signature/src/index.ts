export { S3Signer, type S3Credentials, type S3Request } from './s3-signer';
