/** Never anything that a caller has sent. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A request while it is being answered. */
export interface RequestSpan {
  end(name: string, attributes: Attributes, failed: boolean): void;
}

/** Tells an observer outside what took how long within one request. */
export abstract class Tracing {
  abstract readonly isOn: boolean;
  /** Everything reported during `handle`, and by what it starts, belongs to the request. */
  abstract request(headers: Readonly<Record<string, unknown>>, handle: (span: RequestSpan) => void): void;
  abstract step<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
}

/** No observer. */
export class NoTracing extends Tracing {
  readonly isOn = false;

  request(_headers: Readonly<Record<string, unknown>>, handle: (span: RequestSpan) => void): void {
    handle({ end: () => undefined });
  }

  step<T>(_name: string, _attributes: Attributes, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
