import { ICONS } from './icons';

export type IconName = keyof typeof ICONS;

/** Decoration beside words, or inside a control that has a name. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
    <path d={ICONS[name]} />
  </svg>
);
