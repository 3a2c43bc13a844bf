/** What `fetch` throws when no answer came, or not all of it. By name: it comes from outside the test's own realm. */
export const isBrokenOff = (error: unknown): boolean => (error as Error).name === 'TypeError' && (error as Error).message !== 'Invalid URL';
