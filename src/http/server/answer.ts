/** An answer whose status is not the operation's usual one, or that carries headers of its own. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly options: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {}
}
