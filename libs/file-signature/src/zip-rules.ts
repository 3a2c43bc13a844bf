import type { Rule } from './sample';
import { latin1 } from './zip-names';

/** Directory of the main part of each OOXML family; a file shows one of them at most. */
const FAMILIES = ['word/', 'xl/', 'ppt/', 'visio/'];
const OOXML = /^(?:\[Content_Types\]\.xml$|_rels\/|docProps\/|word\/|xl\/|ppt\/)/;
const OPEN_DOCUMENT = /^(?:mimetype$|META-INF\/manifest\.xml$|(?:content|styles|meta|settings)\.xml$)/;
const EPUB = /^(?:mimetype$|META-INF\/container\.xml$)/;
const JAR = /^META-INF\/|\.class$/;

/** Name of the stream that holds a document protected by a password: those are compound files, not zips. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Any zip, an empty or a spanned one included; every zip-based format is one. */
export const isZip: Rule = ({ head }) => ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].includes(latin1(head.subarray(0, 4)));

/** An Office document of 2007 or later: `directory` is where its main part lives. */
export function isOoxml(extension: string, directory: string): Rule {
  const rivals = FAMILIES.filter((family) => family !== directory);
  const isRival = (name: string): boolean => rivals.some((rival) => name.startsWith(rival));
  return ({ head, found, names }) => {
    if (found === 'cfb') return Buffer.from(head).includes(ENCRYPTED);
    if (found !== 'zip') return found === extension;
    return names.some((name) => OOXML.test(name)) && !names.some(isRival);
  };
}

export const isOpenDocument = (extension: string): Rule => zipOf(extension, OPEN_DOCUMENT);
export const isEpub = zipOf('epub', EPUB);
export const isJar = zipOf('jar', JAR);

function zipOf(extension: string, entry: RegExp): Rule {
  return ({ found, names }) => found === extension || (found === 'zip' && names.some((name) => entry.test(name)));
}
