import { isCertificate, isPem, isPkcs12, isPkcs7 } from './asn1-rules';
import { isPdf } from './pdf-rule';
import { is, type Rule } from './sample';
import { isHtml, isJson, isSvg, isText, isXml } from './text-rules';
import { isEpub, isJar, isOoxml, isOpenDocument, isZip } from './zip-rules';

/** What we know about an extension. */
export interface Format {
  /** To serve it with. */
  contentType: string;
  fits: Rule;
}

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

/** Extensions (separated by blanks, all meaning the same), content type, rule. */
const TABLE: readonly (readonly [extensions: string, contentType: string, fits: Rule])[] = [
  ['pdf', 'application/pdf', isPdf],
  ['ps', 'application/postscript', is('ps', 'eps')],
  ['eps', 'application/postscript', is('eps', 'ps')],
  ['rtf', 'application/rtf', is('rtf')],

  ['png', 'image/png', is('png', 'apng')],
  ['apng', 'image/apng', is('apng')],
  ['jpg jpeg jpe jfif', 'image/jpeg', is('jpg')],
  ['gif', 'image/gif', is('gif')],
  ['webp', 'image/webp', is('webp')],
  ['bmp dib', 'image/bmp', is('bmp')],
  // Raw photographs are TIFFs, and a tag that scanners write too makes file-type call some of them `arw`.
  ['tif tiff', 'image/tiff', is('tif', 'arw', 'cr2', 'dng', 'nef')],
  ['dng', 'image/x-adobe-dng', is('dng', 'tif')],
  ['avif', 'image/avif', is('avif')],
  ['heic heif', 'image/heic', is('heic')],
  ['jp2', 'image/jp2', is('jp2')],
  ['jxl', 'image/jxl', is('jxl')],
  ['ico', 'image/x-icon', is('ico')],
  ['psd', 'image/vnd.adobe.photoshop', is('psd')],
  ['dwg', 'image/vnd.dwg', is('dwg')],
  ['svg', 'image/svg+xml', isSvg],

  ['mp3', 'audio/mpeg', is('mp3')],
  ['wav', 'audio/wav', is('wav')],
  ['ogg oga opus', 'audio/ogg', is('ogg', 'oga', 'opus', 'spx', 'ogx')],
  ['m4a', 'audio/mp4', is('m4a', 'm4b', 'mp4')],
  ['aac', 'audio/aac', is('aac')],
  ['flac', 'audio/flac', is('flac')],
  ['amr', 'audio/amr', is('amr')],
  ['wma', 'audio/x-ms-wma', is('asf')],
  ['mp4', 'video/mp4', is('mp4', 'm4v')],
  ['m4v', 'video/mp4', is('m4v', 'mp4')],
  ['mov', 'video/quicktime', is('mov')],
  ['3gp', 'video/3gpp', is('3gp')],
  ['avi', 'video/vnd.avi', is('avi')],
  ['wmv asf', 'video/x-ms-wmv', is('asf')],
  ['mpg mpeg', 'video/mpeg', is('mpg')],
  ['mkv', 'video/matroska', is('mkv')],
  ['webm', 'video/webm', is('webm')],
  ['ogv', 'video/ogg', is('ogv', 'ogm', 'ogx')],

  ['doc dot', 'application/msword', is('cfb')],
  ['xls xlt', 'application/vnd.ms-excel', is('cfb')],
  ['ppt pps', 'application/vnd.ms-powerpoint', is('cfb')],
  ['msg', 'application/vnd.ms-outlook', is('cfb')],
  ['vsd', 'application/vnd.visio', is('cfb')],
  ['mpp', 'application/vnd.ms-project', is('cfb')],
  ['pub', 'application/vnd.ms-publisher', is('cfb')],
  ['docx', `${OOXML}.wordprocessingml.document`, isOoxml('docx', 'word/')],
  ['dotx', `${OOXML}.wordprocessingml.template`, isOoxml('dotx', 'word/')],
  ['docm', 'application/vnd.ms-word.document.macroEnabled.12', isOoxml('docm', 'word/')],
  ['dotm', 'application/vnd.ms-word.template.macroEnabled.12', isOoxml('dotm', 'word/')],
  ['xlsx', `${OOXML}.spreadsheetml.sheet`, isOoxml('xlsx', 'xl/')],
  ['xltx', `${OOXML}.spreadsheetml.template`, isOoxml('xltx', 'xl/')],
  ['xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12', isOoxml('xlsm', 'xl/')],
  ['xltm', 'application/vnd.ms-excel.template.macroEnabled.12', isOoxml('xltm', 'xl/')],
  ['xlsb', 'application/vnd.ms-excel.sheet.binary.macroEnabled.12', isOoxml('xlsb', 'xl/')],
  ['pptx', `${OOXML}.presentationml.presentation`, isOoxml('pptx', 'ppt/')],
  ['ppsx', `${OOXML}.presentationml.slideshow`, isOoxml('ppsx', 'ppt/')],
  ['pptm', 'application/vnd.ms-powerpoint.presentation.macroEnabled.12', isOoxml('pptm', 'ppt/')],
  ['ppsm', 'application/vnd.ms-powerpoint.slideshow.macroEnabled.12', isOoxml('ppsm', 'ppt/')],
  ['potx', `${OOXML}.presentationml.template`, isOoxml('potx', 'ppt/')],
  ['potm', 'application/vnd.ms-powerpoint.template.macroEnabled.12', isOoxml('potm', 'ppt/')],
  ['odt', `${ODF}.text`, isOpenDocument('odt')],
  ['ods', `${ODF}.spreadsheet`, isOpenDocument('ods')],
  ['odp', `${ODF}.presentation`, isOpenDocument('odp')],
  ['odg', `${ODF}.graphics`, isOpenDocument('odg')],
  ['ott', `${ODF}.text-template`, isOpenDocument('ott')],
  ['ots', `${ODF}.spreadsheet-template`, isOpenDocument('ots')],
  ['otp', `${ODF}.presentation-template`, isOpenDocument('otp')],
  ['epub', 'application/epub+zip', isEpub],

  ['zip', 'application/zip', isZip],
  ['jar', 'application/java-archive', isJar],
  ['gz tgz', 'application/gzip', is('gz', 'tar.gz')],
  ['tar', 'application/x-tar', is('tar')],
  ['7z', 'application/x-7z-compressed', is('7z')],
  ['rar', 'application/vnd.rar', is('rar')],
  ['bz2', 'application/x-bzip2', is('bz2')],
  ['xz', 'application/x-xz', is('xz')],
  ['zst', 'application/zstd', is('zst')],

  ['p7s', 'application/pkcs7-signature', isPkcs7],
  ['p7m', 'application/pkcs7-mime', isPkcs7],
  ['p7b p7c', 'application/x-pkcs7-certificates', isPkcs7],
  ['cer crt der', 'application/pkix-cert', isCertificate],
  ['crl', 'application/pkix-crl', isCertificate],
  ['csr p10', 'application/pkcs10', isCertificate],
  ['p12 pfx', 'application/x-pkcs12', isPkcs12],
  ['pem', 'application/x-pem-file', isPem],

  ['txt text log ini', 'text/plain', isText],
  // Bank files (CNAB): a remittance and its return.
  ['rem ret', 'text/plain', isText],
  ['csv', 'text/csv', isText],
  ['tsv tab', 'text/tab-separated-values', isText],
  ['md', 'text/markdown', isText],
  ['eml', 'message/rfc822', isText],
  ['ofx', 'application/x-ofx', isText],
  ['yaml yml', 'application/yaml', isText],
  ['sql', 'application/sql', isText],
  ['css', 'text/css', isText],
  ['html htm', 'text/html', isHtml],
  ['xml xsd', 'application/xml', isXml],
  ['xsl xslt', 'application/xslt+xml', isXml],
  ['xhtml', 'application/xhtml+xml', isXml],
  ['kml', 'application/vnd.google-earth.kml+xml', isXml],
  ['json', 'application/json', isJson],
  ['ics', 'text/calendar', is('ics')],
  ['vcf', 'text/vcard', is('vcf')],
  ['vtt', 'text/vtt', is('vtt')],
];

const FORMATS: ReadonlyMap<string, Format> = new Map(
  TABLE.flatMap(([extensions, contentType, fits]) => extensions.split(' ').map((extension) => [extension, { contentType, fits }])),
);

/** @param extension in the one spelling of `normaliseExtension` */
export function formatOf(extension: string): Format | undefined {
  return FORMATS.get(extension);
}
