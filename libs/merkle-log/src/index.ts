export { formatCheckpoint, parseCheckpoint, type Checkpoint } from './checkpoint';
export { Frontier, type StoredNode } from './frontier';
export { emptyRoot, leafHash, nodeHash, type Hash } from './hash';
export { noteSigner, noteVerifier, type NoteSigner, type NoteVerifier } from './note-keys';
export { NoteError, openNote, signNote, type NoteFailure, type OpenedNote } from './note';
export { consistencyProof, frontierAt, inclusionProof, readerOf, rootAt, type TreeReader } from './proof';
export { verifyConsistency, verifyInclusion, type Consistency, type Inclusion } from './verify';
