/** `node` this file: changes a database by statements, if there are any, checks it, and copies it as it is now, beside whoever uses it. */
const { DatabaseSync } = require('@photostructure/sqlite');

const [, , file, target, ...statements] = process.argv;
const database = new DatabaseSync(file, { timeout: 10_000, readOnly: statements.length === 0 });
for (const statement of statements) database.exec(statement);
const found = database.prepare('PRAGMA integrity_check').all();
if (found.length !== 1 || found[0].integrity_check !== 'ok') throw new Error(`${file}: ${JSON.stringify(found)}`);
database.prepare('VACUUM INTO ?').run(target);
