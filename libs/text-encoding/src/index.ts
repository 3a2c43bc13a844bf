export { readableTextOf, TextPieces, textOf, UnreadableText } from './decode';
export { ENCODINGS, EncodingEvidence, type Encoding, type Verdict } from './evidence';
export type { BytePlace } from './utf8-scan';
