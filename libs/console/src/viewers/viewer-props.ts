import type { FileHead, StoredFile } from '../api/files';

export interface ViewerProps {
  client: string;
  file: StoredFile;
  head: FileHead;
  page: number;
  /** Looked for in the file when it opens. */
  words: string;
  onPage: (page: number) => void;
}
