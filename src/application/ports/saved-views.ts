import type { SavedView } from '#domain/users/saved-view';

export interface SavedViewList {
  /** 0: none was saved yet. */
  version: number;
  views: readonly SavedView[];
}

/** Of users; callers check that the actor is the user. */
export abstract class SavedViews {
  abstract of(userId: string): Promise<SavedViewList>;
  /** In the place of that version, as the next one; false: it is no longer the current one. */
  abstract replace(userId: string, version: number, views: readonly SavedView[]): Promise<boolean>;
}
