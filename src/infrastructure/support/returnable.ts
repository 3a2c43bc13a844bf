import type { Readable } from 'node:stream';

/** Node ends a stream whose iterator is returned only once it has been read from; this one ends it in any case. */
export function returnable(stream: Readable): Readable {
  const iterate = stream[Symbol.asyncIterator].bind(stream);
  stream[Symbol.asyncIterator] = () => {
    const iterator = iterate();
    const leave = iterator.return?.bind(iterator);
    iterator.return = (value) => {
      stream.destroy();
      return leave ? leave(value) : Promise.resolve({ done: true, value: undefined });
    };
    return iterator;
  };
  return stream;
}
