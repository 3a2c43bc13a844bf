import { SaxXmlCheck } from './sax-xml-check';

const check = new SaxXmlCheck();

async function* pieces(bytes: Buffer, size: number): AsyncIterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const faultOf = (content: string | Buffer, size = 64 * 1024) => {
  const bytes = Buffer.from(content as string);
  return check.faultOf(async () => pieces(bytes, size), bytes.subarray(0, 4100));
};

const NFE =
  '<?xml version="1.0" encoding="UTF-8"?>\n<nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><!-- nota -->' +
  '<NFe><xNome>Padaria São João &amp; Cia &#169; &lt;ME&gt;</xNome><![CDATA[<livre> & solto]]></NFe><?pi dado?></nfeProc>\n';

describe('a file declared as XML', () => {
  it.each<[string, string | Buffer]>([
    ['an invoice', NFE],
    ['with a byte order mark', `\uFEFF${NFE}`],
    ['without a declaration', '<a/>'],
    ['in ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>São João</a>', 'latin1')],
    ['in windows-1252', Buffer.from("<?xml version='1.0' encoding='windows-1252'?><a>\x80</a>", 'latin1')],
    ['in UTF-16', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><a>São</a>', 'utf16le')],
    ['as deep as it may be', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}`],
    ['with a long text', `<a>${'x'.repeat(300_000)}</a>`],
    ['with names that mean something to programs', '<constructor __proto__="1" hasOwnProperty="2"><toString/></constructor>'],
    ['with one attribute in several elements', '<a b="1"><a b="1"/><a b="1" c="1"/></a>'],
  ])('is accepted when it is well formed: %s', async (_, content) => {
    expect(await faultOf(content)).toBeNull();
  });

  it('is not opened when its encoding is unknown, and closed when aborted', async () => {
    let [opened, closed] = [0, 0];
    const open = async () => {
      opened++;
      return (async function* () {
        try {
          for (;;) yield Buffer.from('<a>&none;');
        } finally {
          closed++;
        }
      })();
    };
    expect(await check.faultOf(open, Buffer.from('<?xml version="1.0" encoding="UTF-7"?>'))).toEqual({ fault: 'encoding', line: 1 });
    expect([opened, closed]).toEqual([0, 0]);
    expect(await check.faultOf(open, Buffer.from('<a>'))).toEqual({ fault: 'malformed', line: 1 });
    expect([opened, closed]).toEqual([1, 1]);
  });

  it.each([1, 2, 3, 7, 64])('gives the same result in chunks of %d bytes', async (size) => {
    expect(await faultOf(NFE, size)).toBeNull();
    expect(await faultOf(NFE.replace('</NFe>', '</nfe>'), size)).toEqual({ fault: 'malformed', line: 2 });
  });

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['blanks', '  \n '],
    ['a text', 'nota fiscal'],
    ['JSON', '{"a":1}'],
    ['a declaration alone', '<?xml version="1.0"?>'],
    ['an element that does not end', '<a><b></b>'],
    ['ends crosswise', '<a><b></a></b>'],
    ['a second root', '<a/><b/>'],
    ['a text behind the root', '<a/>x'],
    ['a text before the root', 'x<a/>'],
    ['an attribute without quotes', '<a b=c/>'],
    ['an attribute without a value', '<a b/>'],
    ['a lone ampersand', '<a>Silva & Filhos</a>'],
    ['an entity that nobody declared', '<a>&nbsp;</a>'],
    ['two hyphens in a comment', '<a><!-- x -- y --></a>'],
    ['a character that is none', '<a>\u0001</a>'],
    ['half a tag', '<a'],
    ['a declaration outside of a DTD', '<!ENTITY x "y"><a/>'],
    ['a declaration within the root', '<a><!ENTITY x "y"></a>'],
    ['an attribute that comes twice', '<a b="1" c="2" b="1"/>'],
    ['one with the name of what is asked', '<a hasOwnProperty="1" hasOwnProperty="2"/>'],
    ['too many attributes', `<a ${Array.from({ length: 300 }, (_, index) => `b${index}="1"`).join(' ')}/>`],
    ['a name without end', `<${'a'.repeat(300_000)}/>`],
    ['a comment without end', `<a><!--${'a'.repeat(300_000)}--></a>`],
  ])('is refused: %s', async (_, content) => {
    expect(await faultOf(content)).toMatchObject({ fault: 'malformed' });
  });

  it.each([
    ['a DTD', '<!DOCTYPE a><a/>'],
    ['an internal subset', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
    ['an external entity', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]><a/>'],
    ['a million laughs', `<!DOCTYPE a [<!ENTITY b "${'ha'.repeat(100)}"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>`],
    ['a DTD in small letters', '<!doctype a><a/>'],
    ['a DTD in UTF-16', Buffer.from('\uFEFF<!DOCTYPE a><a/>', 'utf16le')],
  ])('is refused for its declarations: %s', async (_, content) => {
    expect(await faultOf(content)).toMatchObject({ fault: 'doctype' });
  });

  it('is refused when it is too deep', async () => {
    expect(await faultOf('<a>'.repeat(101))).toEqual({ fault: 'too-deep', line: 1 });
    expect(await faultOf('<a>'.repeat(1_000_000))).toMatchObject({ fault: 'too-deep' });
  });

  it.each<[string, Buffer]>([
    ['an encoding that there is not', Buffer.from('<?xml version="1.0" encoding="klingon"?><a/>')],
    ['UTF-7', Buffer.from('<?xml version="1.0" encoding="UTF-7"?>+ADw-a/+AD4-')],
    ['bytes that are no UTF-8', Buffer.from('<a>S\xe3o</a>', 'latin1')],
    ['UTF-16 that is none', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a/>')],
    ['a character cut off at the end', Buffer.from('<a/>\xc3', 'latin1')],
  ])('is refused for its encoding: %s', async (_, content) => {
    expect(await faultOf(content)).toMatchObject({ fault: 'encoding' });
  });

  it('does not block the event loop', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await faultOf(`<a>${'<b c="d">text</b>'.repeat(400_000)}</a>`, 1 << 24);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });
});
