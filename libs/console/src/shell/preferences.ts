import { store } from '../store';

export const DENSITIES = ['compact', 'normal', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];
/** Heights of a grid's rows. */
export const ROW_HEIGHTS: Readonly<Record<Density, number>> = { compact: 32, normal: 40, roomy: 52 };

const [DENSITY, LETTERS] = ['acervo.density', 'acervo.letters'];
const saved = localStorage.getItem(DENSITY) as Density | null;

/** On this device, as theme and language. */
export const density = store<Density>(saved && DENSITIES.includes(saved) ? saved : 'normal');
/** Whether single characters are shortcuts: whoever speaks to the computer types them by accident (WCAG 2.1.4). */
export const letters = store<boolean>(localStorage.getItem(LETTERS) !== 'off');

function applyDensity(): void {
  document.documentElement.dataset.density = density.get();
}
applyDensity();
density.subscribe(() => {
  localStorage.setItem(DENSITY, density.get());
  applyDensity();
});
letters.subscribe(() => (letters.get() ? localStorage.removeItem(LETTERS) : localStorage.setItem(LETTERS, 'off')));
