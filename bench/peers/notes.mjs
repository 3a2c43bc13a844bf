/** What has to be known to read the tables: how each is configured, and in what the work differs. */
export const NOTES = `## How each is configured

All run under the Node that Directus wants (22, from npm), with \`NODE_ENV=production\`, warnings alone in the log, no rate limits, telemetry and
update checks off, the same number of connections to the database, and a database and a bucket of its own on the same two servers. The tables of all
are in the collation utf8mb4_bin. MySQL gives a commit to the operating system and not to the disk (\`--durable\` of scripts/servers.mjs is not set),
as PocketBase's SQLite does by default.

- **Acervo**: migrated, demo archive loaded, then started for production. Session token of the demo user.
- **Directus**: bootstrapped; collection, relation and indexes (\`schema.is_indexed\`) by its API; a user who may create and read invoices and files and
  nothing else, with a static token. Caching of answers is off, as by default. Its pressure limiter is off, or it would refuse work under this load.
- **Strapi**: the project in bench/peers/strapi; indexes by \`indexes\` of the content type; drafts off; a custom API token with five actions; the
  middleware that logs each request is left out, and so are the administration pages. Bucket private, addresses signed.
- **PocketBase**: \`examples/base\`, as its releases are built; indexes by the collection; rules "signed in"; files protected; rows of requests off.

The items that are searched are written by SQL (PocketBase: while it is stopped), without files. A supplier has 500, a day 1 000, both together 100; 100
such pairs are asked in turn, newest first, no total. Each of the two fields has an index of its own; Acervo keeps all values of all fields in one table
with one index. Before anything is timed: each of the 100 searches finds 50 of the right supplier and day, and what was created comes back, byte by byte.

## In what the work differs

- *create*: Acervo takes one call, the file as Base64 in JSON (a third more bytes to send and to decode); it checks the five values against the rules
  of the level (a CNPJ by its digits), the extension against the bytes, hashes the file (SHA-256), and writes an audit entry that is chained to the one before.
  Directus takes two calls and writes an activity and a revision for each. Strapi takes two calls and keeps no history. PocketBase takes one form,
  checks types, and keeps no history. Only Acervo's create is one transaction with its file: with Directus and Strapi a client that fails between its
  calls leaves a file without an item.
- *search*: Acervo's items are of any level with fields of its own, so that a search of two fields joins rows of values, and answers labels with
  values; the others have a table with a column for each field, made for this collection.
- *fetch*: Acervo, Directus and PocketBase send the bytes themselves. Strapi does not when files are on S3: it signs an address, and the second of
  its two calls goes to the store past it.
- PocketBase's database is inside its process, and it uses both cores; the others run JavaScript on one and share the other with MySQL, the store and
  the load. Nothing of PocketBase's database can be shared by two processes.
`;
