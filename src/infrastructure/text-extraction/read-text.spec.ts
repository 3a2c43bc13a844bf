import { PageWriter } from './page-writer';
import { readMail } from './read-mail';
import { readHtml } from './read-markup';
import { readPlain } from './read-plain';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const HEAD = 'From: Ana <ana@exemplo.com.br>\r\nSubject: teste\r\n';
const TEXT = 'Ação zarabatãna em São João “€”';

function textOf(read: (bytes: Buffer, pages: PageWriter) => void, bytes: Buffer): string {
  const pages: string[] = [];
  read(bytes, new PageWriter((page) => pages.push(page)));
  return pages.join('\n');
}
const windows = (text: string) => latin1(text.replace('“', '\x93').replace('”', '\x94').replace('€', '\x80'));

describe('the letters of texts', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(TEXT)],
    ['Windows-1252', windows(TEXT)],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le')],
    ['the end mark of DOS', Buffer.from(`${TEXT}\x1a`)],
  ])('are right: %s', (_, bytes) => {
    expect(textOf(readPlain, bytes)).toBe(TEXT);
    expect(textOf(readHtml, bytes)).toBe(TEXT);
  });

  it('are right on either side of a bad byte', () => {
    const mixed = Buffer.concat([Buffer.from('Tipo\r\nAção\r\nInformação São João\r\nAdmiss'), latin1('\xe3o\r\nF'), Buffer.from('érias')]);
    expect(textOf(readPlain, mixed)).toBe('Tipo\nAção\nInformação São João\nAdmissão\nFérias');
  });

  it.each<[string, string, Buffer]>([
    ['us-ascii', '8bit', Buffer.from(TEXT)],
    ['us-ascii', '8bit', windows(TEXT)],
    ['iso-8859-1', '8bit', Buffer.from(TEXT)],
    ['iso-8859-1', '8bit', windows(TEXT)],
    ['utf-8', '8bit', windows(TEXT)],
    ['x-unknown', '8bit', Buffer.from(TEXT)],
    ['', '8bit', Buffer.from(TEXT)],
    ['us-ascii', 'base64', Buffer.from(Buffer.from(TEXT).toString('base64'))],
    ['koi8-r', '8bit', latin1('\xf0\xf2')],
  ])('are right in a mail that names %j (%s)', (charset, coding, body) => {
    const type = charset === '' ? 'text/plain' : `text/plain; charset=${charset}`;
    const mail = Buffer.concat([Buffer.from(`${HEAD}Content-Type: ${type}\r\nContent-Transfer-Encoding: ${coding}\r\n\r\n`), body]);
    expect(textOf(readMail, mail)).toContain(charset === 'koi8-r' ? 'ПР' : TEXT);
  });
});
