/** Must not contain data sent by callers. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** The span of a request. */
export interface RequestSpan {
  end(name: string, attributes: Attributes, failed: boolean): void;
}

/** Reports the timing within requests to an external tracer. */
export abstract class Tracing {
  abstract readonly isOn: boolean;
  /** Everything reported during `handle`, including work that it starts, belongs to the request. */
  abstract request(headers: Readonly<Record<string, unknown>>, handle: (span: RequestSpan) => void): void;
  abstract step<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
}

/** Tracing disabled. */
export class NoTracing extends Tracing {
  readonly isOn = false;

  request(_headers: Readonly<Record<string, unknown>>, handle: (span: RequestSpan) => void): void {
    handle({ end: () => undefined });
  }

  step<T>(_name: string, _attributes: Attributes, work: () => Promise<T>): Promise<T> {
    return work();
  }
}
