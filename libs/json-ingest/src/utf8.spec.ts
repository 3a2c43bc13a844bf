import { firstNonUtf8 } from './utf8';

it.each([
  ['nothing wrong', [0x61, 0xc3, 0xa9], -1],
  ['a byte that begins nothing', [0x61, 0xff, 0x62], 1],
  ['a sequence that goes on wrongly', [0x61, 0xef, 0x41], 1],
  ['a sequence cut off within what U+FFFD begins with', [0x61, 0xef, 0xbf], 1],
  ['U+FFFD itself', [0xef, 0xbf, 0xbd], -1],
  ['a continuation behind U+FFFD', [0xef, 0xbf, 0xbd, 0xbf], 3],
])('finds where %s begins', (_, bytes, at) => {
  expect(firstNonUtf8(Buffer.from(bytes))).toBe(at);
});
