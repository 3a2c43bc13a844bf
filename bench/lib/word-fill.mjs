/** Words of values and of files, as the service writes them, written by the server itself: indexes afterwards. */
import { CLIENT, inBytes, makeNumbers, STEP, withoutIndexes } from './search-fill.mjs';

/** One document of so many has a file whose text has been read. */
export const READ_OF = 10;
/** Words of a text, of which some come twice, and how many there are in all. */
const WORDS = 60;
const VOCABULARY = 20_000;
/** Every text has the first, half of them the second. */
export const COMMON = ['comum', 'metade'];
const TABLES = ['document_words', 'document_contents', 'file_words'];
const CHECKED = 200;

/** Texts of values have up to three words, which are sorted if read from the last: numbers come before letters. */
function wordsOfKeys(from) {
  const [key, prefix] = ['v.value_key', "CONCAT(' f', ABS(v.field_code), 'x')"];
  const middle = `SUBSTRING_INDEX(SUBSTRING_INDEX(${key}, ' ', -2), ' ', 1)`;
  const first = `IF(${key} LIKE '% % %', CONCAT(${prefix}, SUBSTRING_INDEX(${key}, ' ', 1)), '')`;
  const words = `CONCAT(${prefix}, SUBSTRING_INDEX(${key}, ' ', -1), IF(LOCATE(' ', ${key}) = 0, '', CONCAT(${prefix}, ${middle}, ${first})))`;
  return `INSERT INTO document_words (document_code, client_id, words)
    SELECT v.document_code, v.client_id, GROUP_CONCAT(${words} ORDER BY ABS(v.field_code) SEPARATOR '')
    FROM document_value v JOIN field f ON f.code = ABS(v.field_code) AND f.type = 'text'
    WHERE v.document_code > ${from} AND v.document_code <= ${from + STEP} GROUP BY v.document_code, v.client_id`;
}

/** Some words are in many texts, most in few. */
function wordsOfFiles(from) {
  const random = (of) => `CRC32(CONCAT(d.code, '${of}', w.n)) / 4294967296`;
  const word = `CASE w.n WHEN 1 THEN '${COMMON[0]}' WHEN 2 THEN IF(CRC32(CONCAT('m', d.code)) % 2 = 0, '${COMMON[1]}', '${COMMON[0]}')
    ELSE CONCAT('palavra', FLOOR(POW(${random('w')}, 3) * ${VOCABULARY})) END`;
  return `INSERT INTO file_words (file_id, document_code, client_id, words)
    SELECT CONCAT('file-', x.code), x.code, ${inBytes(CLIENT)}, GROUP_CONCAT(DISTINCT ' ', x.word ORDER BY x.word SEPARATOR '')
    FROM (SELECT d.code, ${word} AS word FROM document d CROSS JOIN bench_number w
          WHERE d.code > ${from} AND d.code <= ${from + STEP} AND d.deleted_at IS NULL AND CRC32(CONCAT('r', d.code)) % ${READ_OF} = 0 AND w.n <= ${WORDS}) x
    GROUP BY x.code`;
}

/** @param load of modules of the service, which checks what was written */
export async function fillWords(connection, { load, sql, documents }, tell) {
  const start = Date.now();
  const said = (text) => tell(`[words] ${text} after ${Math.round((Date.now() - start) / 1000)} s`);
  const { ofClient } = await load('infrastructure/typeorm/documents/word-rows');
  await connection.query('SET SESSION group_concat_max_len = 1000000, SESSION transaction_isolation = "READ-COMMITTED"');
  await makeNumbers(connection);
  const restore = [];
  for (const table of TABLES) restore.push(await withoutIndexes(connection, table));
  for (let from = 0; from < documents; from += STEP) {
    await connection.query(wordsOfKeys(from));
    await connection.query(wordsOfFiles(from));
    await connection.query(
      `INSERT INTO document_contents (document_code, client_id, words)
       SELECT w.document_code, ${inBytes(CLIENT)}, REPLACE(w.words, ' ', ?) FROM file_words w WHERE w.document_code > ? AND w.document_code <= ?`,
      [` ${ofClient(CLIENT)}`, from, from + STEP],
    );
    said(`those of ${Math.min(from + STEP, documents)} documents`);
  }
  for (const each of restore) {
    await each();
    said('an index');
  }
  await connection.query('DROP TABLE bench_number');
  await check(load, sql);
  await connection.query(`ANALYZE TABLE ${TABLES.join(', ')}`);
  await connection.query('CREATE TABLE bench_words AS SELECT ? AS seconds', [(Date.now() - start) / 1000]);
}

/** Of the newest: what the service would have written. */
async function check(load, sql) {
  const [{ FieldWords }, { FileWords }] = await Promise.all(
    ['infrastructure/typeorm/documents/field-words', 'infrastructure/typeorm/text-extraction/file-words'].map(load),
  );
  const newest = (table) => sql.rows(`SELECT w.document_code AS code FROM ${table} w ORDER BY w.document_code DESC LIMIT ${CHECKED}`);
  const ofFields = await new FieldWords(sql, CLIENT).stale((await newest('document_words')).map(({ code }) => code));
  const ofFiles = await new FileWords(sql).stale(
    CLIENT,
    (await newest('document_contents')).map(({ code }) => code),
  );
  if (ofFields.length + ofFiles.length > 0) throw new Error(`not as the service writes them: ${JSON.stringify([ofFields[0], ofFiles[0]])}`);
}

/** How long it took; null: there are none. */
export async function secondsOfWords(connection) {
  const [tables] = await connection.query("SHOW TABLES LIKE 'bench_words'");
  if (tables.length === 0) return null;
  const [[{ seconds }]] = await connection.query('SELECT seconds FROM bench_words');
  return Number(seconds);
}
