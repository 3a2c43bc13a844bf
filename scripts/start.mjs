// What `npm start` runs, in one process. .npmrc turns off install scripts and with them npm's hooks, so nothing is left to a `prestart`.
import { install, RUN } from './dependencies.mjs';

install(RUN);
await import('./ensure-build.mjs');
await import('../dist/src/main.js');
