// What `npm start` runs, in one process. .npmrc turns off install scripts and with them npm's hooks, so nothing is left to a `prestart`.
import './ensure-deps.mjs';
import './ensure-build.mjs';
await import('../dist/src/main.js');
