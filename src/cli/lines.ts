import { createReadStream } from 'node:fs';

const END_OF_LINE = 10;

/** A line is longer than any that belongs there: a file of somebody else must not take the memory of this process. */
export class LineTooLong extends Error {
  constructor(
    readonly line: number,
    readonly most: number,
  ) {
    super(`line ${line} has more than ${most} bytes`);
  }
}

export interface FileLine {
  /** Without its end. */
  text: string;
  line: number;
  /** False: the file ends without a line feed. */
  isEnded: boolean;
}

/**
 * The lines of a file, of at most so many bytes each; throws `LineTooLong`. A line ends with a line feed and with nothing else: a text may
 * hold other ends of lines.
 * @param onBytes sees all bytes before they are lines
 */
export async function* linesOf(path: string, most: number, onBytes?: (bytes: Buffer) => void): AsyncGenerator<FileLine> {
  let [line, length] = [1, 0];
  let pieces: Buffer[] = [];
  const whole = (isEnded: boolean): FileLine => ({ text: Buffer.concat(pieces).toString(), line, isEnded });
  const add = (piece: Buffer) => {
    pieces.push(piece);
    length += piece.length;
    if (length > most) throw new LineTooLong(line, most);
  };
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    onBytes?.(chunk);
    let from = 0;
    for (let end = chunk.indexOf(END_OF_LINE); end >= 0; end = chunk.indexOf(END_OF_LINE, from)) {
      add(chunk.subarray(from, end));
      yield whole(true);
      [pieces, length, from] = [[], 0, end + 1];
      line++;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield whole(false);
}
