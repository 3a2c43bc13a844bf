/* global window, document, requestAnimationFrame, MutationObserver, PerformanceObserver */
// Runs in the page before its own scripts: what the person waits for, as Chromium itself records it.
{
  const record = { firstRows: null, frames: [], interactions: [] };
  window.benchRecord = record;
  // Drawn: the frame after the one in which they came into the page.
  const drawn = () => requestAnimationFrame(() => setTimeout(() => (record.firstRows = performance.now())));
  const watch = new MutationObserver(() => {
    if (!document.querySelector('.grid-body [role=row]')) return;
    watch.disconnect();
    drawn();
  });
  watch.observe(document, { childList: true, subtree: true });
  const keep = (type, options, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  // Frames of more than 50 ms.
  keep('long-animation-frame', {}, ({ startTime, duration }) => record.frames.push({ startTime, duration }));
  // From the input to the frame that shows its effect, in steps of 8 ms.
  keep('event', { durationThreshold: 16 }, ({ name, startTime, duration, interactionId }) => {
    if (interactionId > 0) record.interactions.push({ name, startTime, duration });
  });
}
