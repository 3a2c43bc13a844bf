/** What a check says that could not be made here, for want of a tool. */
export class NotHad extends Error {}

export function expect(holds, what) {
  if (!holds) throw new Error(what);
}

/** A tool, or why it is not there. */
export const had = (promise) =>
  promise.catch((error) => {
    throw new NotHad(error.message);
  });
