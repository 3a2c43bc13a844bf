import { useMemo, useState } from 'react';

/** Pixels. */
const [LEAST, MOST] = [56, 900];
const keyOf = (place: string) => `acervo.widths.${place}`;

export interface Widths {
  of: Readonly<Record<string, number>>;
  /** Null: as it was at first. */
  change: (column: string, width: number | null) => void;
}

/** Widths that the person has given columns, kept on this device; without a place they cannot be changed. */
export function useWidths(place: string | undefined): Widths | null {
  const [known, setKnown] = useState<Record<string, Record<string, number>>>({});
  const stored = useMemo(() => JSON.parse(localStorage.getItem(keyOf(place ?? '')) ?? '{}') as Record<string, number>, [place]);
  if (place === undefined) return null;
  const of = known[place] ?? stored;
  const change = (column: string, width: number | null) => {
    const { [column]: _, ...others } = of;
    const next = width === null ? others : { ...of, [column]: Math.min(MOST, Math.max(LEAST, Math.round(width))) };
    localStorage.setItem(keyOf(place), JSON.stringify(next));
    setKnown({ ...known, [place]: next });
  };
  return { of, change };
}
