/** A number that, read as a double, might no longer be the one that was sent: how it was written, and that double. */
export class WrittenNumber {
  constructor(
    readonly text: string,
    readonly value: number,
  ) {}
}
