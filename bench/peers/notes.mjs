/** What has to be known to read the tables: how each is configured, and in what the work differs. */
export const NOTES = `## Configuration

All run with the Node version that Directus requires (22, from npm), with \`NODE_ENV=production\`, only warnings in the log, no rate limits, telemetry and
update checks off, the same number of connections to the database, and separate databases and buckets on the same two servers. All tables
use the collation utf8mb4_bin.

**Durability.** With MySQL (Acervo, Directus, Strapi): a commit is written to the operating system and not to the disk (\`--durable\` of scripts/servers.mjs is
not set). With SQLite (acervo-embedded, PocketBase): WAL with \`synchronous = FULL\`, so each commit is on disk before it is answered. That is what
Acervo always does; PocketBase's own default is \`NORMAL\`, which may lose the last commits in a power failure: bench/peers/pocketbase/main.go sets \`FULL\`.
Acervo also synchronises each file to disk, PocketBase does not.

- **Acervo**: migrated, demo archive loaded, then started for production; rate limits off, as with all. Session token of the demo user. \`acervo\`: MySQL and S3;
  \`acervo-embedded\`: SQLite and local files.
- **Directus**: bootstrapped; collection, relation and indexes (\`schema.is_indexed\`) by its API; a user with permission only to create and read invoices and
  files, with a static token. Response caching is off (the default). Its pressure limiter is off, because it would refuse work under this load.
- **Strapi**: the project in bench/peers/strapi; indexes by \`indexes\` of the content type; drafts off; a custom API token with five actions; without the
  request-logging middleware and the administration pages. Private bucket, signed URLs.
- **PocketBase**: bench/peers/pocketbase, a program without its plugins; SQLite and local files; indexes by the collection; rules "signed in"; protected files;
  request log off.

The searched items are written by SQL (Acervo: by its own repositories; SQLite: while the system is stopped), without files. A supplier has 500 items, a day 1 000, both together 100; 100
such pairs, drawn once for all systems, are searched in turn, newest first, without a total. Each of the two fields has its own index; Acervo stores all values of all fields in one table. Before the measurement it is verified that each of the 100 searches finds items of the right supplier and day, and that created items are returned byte by byte.

## Differences in the work

- *create*: Acervo takes one call, the file as Base64 in JSON (a third more bytes to send and to decode); it checks the five values against the rules
  of the level (a CNPJ by its digits), the extension against the content, hashes the file (SHA-256), and writes an audit entry that is chained to the previous one.
  Directus takes two calls and writes an activity and a revision for each. Strapi takes two calls and keeps no history. PocketBase takes one form,
  checks types, and keeps no history. Only Acervo's create is one transaction with its file: with Directus and Strapi, a client that fails between its
  calls leaves a file without an item.
- *search*: Acervo's items belong to levels with their own fields, so a search by two fields joins rows of values, and returns labels with
  values; the others have a dedicated table with a column for each field.
- *fetch*: Acervo, Directus and PocketBase send the bytes themselves. With files on S3, Strapi signs a URL instead, and the second of
  its two calls goes directly to the store.
- PocketBase has its database in its process and uses both cores; the others run JavaScript on one core, and acervo-embedded has its database on the same
  one. All share the machine with the load generator, and those on servers with MySQL and the store, too. Two processes cannot share an embedded database.
`;
