import type { CallOptions } from './connect.ts';

interface Place {
  /** Position after which to read: `posicao` of the last event that was handled. `fim`: from now on. Absent: from the first event. */
  apos?: string;
  /** That of the answer with the position, if it had one. */
  epoca?: string;
  espera?: number;
}

/** What `connect` gives, as far as it is needed here. */
interface Feed<Input extends Place, Event> {
  events: { follow(input: Input, options?: CallOptions): Promise<{ eventos: Event[]; proximo: number; epoca?: string }> };
}

export interface FollowOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /**
   * Called once all events up to this position have been handled, those too that a filter left out: store it, with the epoch if there is one,
   * and go on from there.
   */
  onPosition?: (position: number, epoch?: string) => void | Promise<void>;
}

const LONGEST_WAIT_SECONDS = 25;

/**
 * The events of a client, oldest first, without end: waits for the next one. Ends by `break`, or with the reason of the signal.
 * After a failure go on from the last position: an event may come twice then, and none is missed. `CURSOR_EXPIRADO` ends it after a restore of
 * the archive whose backup had not got that far: events that were told of are gone.
 */
export async function* followEvents<Input extends Place, Event>(
  acervo: Feed<Input, Event>,
  input: Input,
  { onPosition, ...call }: FollowOptions = {},
): AsyncGenerator<Event, never, void> {
  let place: Place = { espera: LONGEST_WAIT_SECONDS, ...input };
  for (;;) {
    const { eventos, proximo, epoca } = await acervo.events.follow({ ...input, ...place }, call);
    yield* eventos;
    await onPosition?.(proximo, epoca);
    // A beginning by date is one only once.
    place = { ...place, apos: String(proximo), ...(epoca !== undefined && { epoca }), ...('desde' in input && { desde: undefined }) };
  }
}
