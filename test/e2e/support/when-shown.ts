import { Output } from '#src/cli/output';

/** An output of which the work is done once, as soon as a command shows on its terminal that it has got so far. */
export function whenShown(mark: string, work: () => void): Output {
  let isShown = false;
  const write = (text: string) => {
    if (!isShown && text.includes(mark)) work();
    return (isShown ||= text.includes(mark));
  };
  return new Output(false, { isTTY: true, write });
}
