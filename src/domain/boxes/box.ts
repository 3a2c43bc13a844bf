/** A box or folder. Numbered by the client it is internal custody, numbered by the unit outsourced custody (operation 4.4). */
export interface Box {
  id: string;
  code: number;
  numberedBy: 'client' | 'unit';
  /** The unit that keeps it, when the unit numbers it. */
  unitId: string | null;
  typeId: string;
  /** The parent box of a sub-box. */
  parentId: string | null;
}

export interface BoxType {
  id: string;
  name: string;
}

/** Codes that are given here; those of an archive file may be higher. */
export const HIGHEST_CODE = 999_999_999_999;
