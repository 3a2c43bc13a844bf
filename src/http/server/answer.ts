/** An answer with a status other than the operation's usual one, or with its own headers. */
export class Answer {
  constructor(
    readonly body: unknown,
    readonly options: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {}
}
