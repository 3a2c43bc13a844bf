/** Lines of a message that are told of a failure, and of how many failures. */
const LINES = 12;
const TOLD_WHOLE = 12;

/** What Jest says of failures, for the summary: the names of all, and how the first ones failed. */
export class Failures {
  messages = new Map();
  current = undefined;

  /** @param line one of Jest's output, without colours */
  read(line) {
    const [, name] = /^\s*● (.+ › .+|Test suite failed to run)$/.exec(line) ?? [];
    if (name) {
      // Jest tells everything once more at the end.
      this.current = this.messages.has(name) ? undefined : [];
      if (this.current) this.messages.set(name, this.current);
      return;
    }
    // The place in the source and the stack come last.
    if (/^\s+(at .+:\d+|> +\d+ \|)/.test(line)) this.current = undefined;
    if (this.current && line.trim() && this.current.length < LINES) this.current.push(`    ${line.trim().slice(0, 300)}`);
  }

  /** @returns {string[]} lines of the summary */
  told() {
    return [...this.messages].flatMap(([name, lines], index) => [name, ...(index < TOLD_WHOLE ? lines : [])]);
  }
}
