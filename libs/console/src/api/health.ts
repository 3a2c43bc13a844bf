import { store } from '../store';

/** Shown above the page: that the service does not answer, or makes calls wait. */
export const health = store({ isAway: false, waitSeconds: 0 });

export function sawAnswer(isAway: boolean): void {
  if (health.get().isAway !== isAway) health.set({ ...health.get(), isAway });
}
