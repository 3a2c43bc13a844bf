import { crc32, inflateRawSync } from 'node:zlib';
import sax from 'sax';

/** The members of a ZIP file by its central directory, each checked by its CRC. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const members = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count--) {
    const [method, crc, packed, size] = [file.readUInt16LE(at + 10), ...[16, 20, 24].map((offset) => file.readUInt32LE(at + offset))];
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [number, number, number];
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const bytes = file.subarray(from, from + packed!);
    const content = method === 0 ? bytes : inflateRawSync(bytes);
    if (content.length !== size || crc32(content) !== crc) throw new Error('a damaged ZIP file');
    members.set(file.toString('utf8', at + 46, at + 46 + name), content);
    at += 46 + name + extra + comment;
  }
  return members;
}

export interface ReadCell {
  /** `inlineStr`, `b`, or `n` (a number). */
  type: string;
  style: string | undefined;
  value: string;
}

const rowsOf = (xml: string): ReadCell[][] => {
  const rows: ReadCell[][] = [];
  let text = '';
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    if (name === 'row') rows.push([]);
    if (name === 'c') rows.at(-1)!.push({ type: (attributes.t as string) ?? 'n', style: attributes.s as string | undefined, value: '' });
    if (name === 't' || name === 'v') text = '';
    if (name === 'f') throw new Error('a formula');
  };
  parser.ontext = (part) => (text += part);
  parser.onclosetag = (name) => {
    if (name === 't' || name === 'v') rows.at(-1)!.at(-1)!.value = text;
  };
  parser.write(xml).close();
  return rows;
};

/** The sheets of a workbook in their order, found the way ECMA-376 says: relations, workbook, its relations. */
export function readXlsx(file: Buffer): { name: string; rows: ReadCell[][] }[] {
  const members = unzip(file);
  const text = (path: string) => {
    const member = members.get(path);
    if (!member) throw new Error(`no ${path}`);
    return member.toString('utf8');
  };
  const all = (xml: string, tag: string): Record<string, string>[] => {
    const found: Record<string, string>[] = [];
    const parser = sax.parser(true);
    parser.onopentag = (node) => node.name === tag && found.push(node.attributes as Record<string, string>);
    parser.write(xml).close();
    return found;
  };
  const workbook = all(text('_rels/.rels'), 'Relationship')[0]!.Target!;
  const targets = new Map(all(text('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ Id, Target }) => [Id, Target]));
  const typed = all(text('[Content_Types].xml'), 'Override').map(({ PartName }) => PartName);
  for (const part of typed) text(part!.slice(1));
  return all(text(workbook), 'sheet').map((sheet) => ({
    name: sheet.name!,
    rows: rowsOf(text(`xl/${targets.get(sheet['r:id'])!}`)),
  }));
}
