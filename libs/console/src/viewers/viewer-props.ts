import type { FileHead, StoredFile } from '../api/files';

export interface ViewerProps {
  client: string;
  file: StoredFile;
  head: FileHead;
  page: number;
  onPage: (page: number) => void;
}
