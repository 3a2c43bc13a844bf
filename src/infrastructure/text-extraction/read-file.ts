import type { ChildOrder, Made } from './messages';
import type { PageWriter } from './page-writer';
import { readMail } from './read-mail';
import { readHtml, readXml } from './read-markup';
import { readOffice } from './read-office';
import { readPdf } from './read-pdf';
import { readPicture } from './read-picture';
import { readPlain } from './read-plain';

const OWN = 'acervo';

/** In the reading process. Rejects with `FileRefused` for what is wrong with the file. */
export async function readFileOf(order: ChildOrder, bytes: Buffer<ArrayBuffer>, pages: PageWriter): Promise<Made> {
  const own = (): Made => ({ engine: OWN, preview: null });
  switch (order.kind) {
    case 'pdf':
      return readPdf(order, bytes, pages);
    case 'picture':
      return readPicture(order, bytes, pages);
    case 'office':
      await readOffice(order.extension, bytes, pages);
      return own();
    case 'html':
      readHtml(bytes, pages);
      return own();
    case 'mail':
      readMail(bytes, pages);
      return own();
    case 'xml':
      readXml(bytes, pages);
      return own();
    case 'plain':
      readPlain(bytes, pages);
      return own();
  }
}
