import { deflateSync } from 'node:zlib';
import { refuseInflated } from './inflated-streams';

const BOMB = Buffer.alloc(5 * 1024 ** 2, 'q ');
const packed = (content: Buffer, times = 1): Buffer => (times === 0 ? content : packed(deflateSync(content), times - 1));

function outcome(dictionary: string, { times = 1, content = BOMB, line = '\n' } = {}): string {
  const file = Buffer.concat([
    Buffer.from(`%PDF-1.7\n4 0 obj\n${dictionary}\nstream${line}`),
    packed(content, times),
    Buffer.from('\nendstream'),
  ]);
  try {
    refuseInflated(file);
    return 'passed';
  } catch (error) {
    return (error as Error).message;
  }
}

it.each<[string, string, Parameters<typeof outcome>[1]?]>([
  ['that says so', '<</Filter/FlateDecode>>'],
  ['that says so in a list', '<</Filter [ /FlateDecode ] >>'],
  ['that says so by short names', '<</F/Fl>>'],
  ['whose filter stands elsewhere', '<</Filter 9 0 R>>'],
  ['whose filters stand elsewhere in part', '<</Filter[/FlateDecode 9 0 R]>>', { times: 2 }],
  ['whose filters all stand elsewhere', '<</Filter 9 0 R>>', { times: 3 }],
  ['that names its filter in codes', '<</Filter/#46lateDecode>>'],
  ['that names the key in codes', '<</F#69lter/FlateDecode>>'],
  ['that names its filter twice', '<</Filter/DCTDecode/Filter/FlateDecode>>'],
  ['that names another filter in a comment', '<</Filter%/DCTDecode\n/FlateDecode>>'],
  ['that names another filter in a string', '<</X(/Filter/DCTDecode)/Filter 9 0 R>>'],
  ['whose dictionary is longer than what is looked at', `<</Filter/FlateDecode/X<${'0'.repeat(2000)}>>>`],
  ['whose filter stands before what is looked at', `<</F 9 0 R/X<${'0'.repeat(2000)}>/Filter/DCTDecode>>`],
  ['that calls itself a picture', '<</Subtype/Image/Filter/FlateDecode>>'],
  ['behind a blank', '<</Filter/FlateDecode>>', { line: ' \r\n' }],
  ['behind a return', '<</Filter/FlateDecode>>', { line: '\r' }],
])('a stream is refused that unpacks to far too much: %s', (...[, dictionary, how]) => {
  expect(outcome(dictionary, how)).toBe('a file cannot be read: inflated');
});

it.each<[string, string, Parameters<typeof outcome>[1]?]>([
  ['a picture, which is bounded by its size', '<</Subtype/Image/Width 5000/Height 1000/Filter/FlateDecode>>'],
  ['an attachment, which is not unpacked', '<</Type/EmbeddedFile/Filter/FlateDecode>>'],
  ['what is not packed', '<</Length 9>>', { times: 0 }],
  ['what is packed otherwise', '<</Filter/DCTDecode>>', { times: 0 }],
  ['what is small', '<</Filter 9 0 R>>', { content: Buffer.alloc(1024 ** 2) }],
])('passes: %s', (...[, dictionary, how]) => expect(outcome(dictionary, how)).toBe('passed'));
