import { Output } from '#src/cli/output';

/** An output that calls `work` once, when a command prints `mark` on its terminal. */
export function whenShown(mark: string, work: () => void): Output {
  let isShown = false;
  const write = (text: string) => {
    if (!isShown && text.includes(mark)) work();
    return (isShown ||= text.includes(mark));
  };
  return new Output(false, { isTTY: true, write });
}
