export { boundaryOf, ingestMultipart, type FilePart, type FileSink, type MultipartBody, type MultipartOptions } from './ingest-multipart';
export { MultipartError } from './multipart-error';
