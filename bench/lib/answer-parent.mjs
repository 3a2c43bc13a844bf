/**
 * The child's side of a process started by `process.mjs`: answers what the parent asks over the IPC channel, and ends with the parent.
 * @param {Record<string, (message: any) => any>} handlers by the question's `kind`
 */
export function answerParent(handlers) {
  process.on('message', async ({ id, kind, ...message }) => {
    try {
      process.send({ id, answer: await handlers[kind](message) });
    } catch (error) {
      process.send({ id, error: error.stack });
    }
  });
  process.on('disconnect', () => process.exit());
}
