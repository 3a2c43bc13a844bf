export type { ByteSink } from './byte-sink';
export { ingestJson, type Ingested } from './ingest-json';
export { IngestError, type IngestErrorCode, type MemberPath } from './ingest-error';
export type { IngestLimits, IngestOptions, OpeningFile } from './ingest-options';
export { LiftedFile } from './lifted-file';
export { foldName } from './names';
export { lengthOf, type Base64Part, type JsonPart } from './json-parts';
export { PartsError, type PartsErrorCode } from './parts-error';
export { writeParts } from './write-parts';
