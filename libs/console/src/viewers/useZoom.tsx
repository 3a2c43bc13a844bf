import { useState } from 'react';
import { t } from '../i18n';
import { useShortcuts } from '../shell/keys';
import { Tool } from './Frame';

const SCALES = [0.25, 0.33, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** A scale with its buttons; `fit` sets what a page needs to be as wide as its place. */
export function useZoom(fit: () => number | null) {
  const [scale, setScale] = useState(1);
  const step = (direction: 1 | -1) =>
    setScale((now) => (direction > 0 ? SCALES.find((to) => to > now + 0.01) : SCALES.findLast((to) => to < now - 0.01)) ?? now);
  const fitNow = () => {
    const wanted = fit();
    if (wanted !== null) setScale(Math.min(2, Math.max(0.1, wanted)));
  };
  useShortcuts('file', [
    { keys: ['+'], what: t.viewer.zoomIn, run: () => step(1) },
    { keys: ['-'], what: t.viewer.zoomOut, run: () => step(-1) },
    { keys: ['0'], what: t.viewer.fit, run: fitNow },
  ]);
  const tools = (
    <>
      <Tool label={t.viewer.zoomOut} icon="zoom-out" onPress={() => step(-1)} />
      <span className="zoom">{Math.round(scale * 100)} %</span>
      <Tool label={t.viewer.zoomIn} icon="zoom-in" onPress={() => step(1)} />
      <Tool label={t.viewer.fit} icon="move-horizontal" onPress={fitNow} />
    </>
  );
  return { scale, tools, fitNow };
}

/** Between the pages of a file. */
export function usePageKeys(page: number, pages: number, go: (page: number) => void): void {
  useShortcuts('file', [
    ...(page > 1 ? [{ keys: ['['], what: t.keys.previousPage, run: () => go(page - 1) }] : []),
    ...(page < pages ? [{ keys: [']'], what: t.keys.nextPage, run: () => go(page + 1) }] : []),
  ]);
}

export function useRotation() {
  const [rotation, setRotation] = useState(0);
  const tool = <Tool label={t.viewer.rotate} icon="rotate-cw" onPress={() => setRotation((now) => (now + 90) % 360)} />;
  return { rotation, tool };
}
