/** A search of documents under a name, as the console's address has it. */
export interface SavedView {
  name: string;
  search: string;
}

export const MOST_VIEWS = 100;
