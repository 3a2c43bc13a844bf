// What worker-jobs.spec.ts starts as a process of its own: it uses a thread and does not close it.
require('../../support/run-typescript.cjs');
const Module = require('node:module');
const { join } = require('node:path');
const sources = join(__dirname, '../../../src/infrastructure/workers');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, ...rest) {
  return request === './thread-start' ? join(__dirname, '../../support/thread-start.ts') : resolve.call(this, request, ...rest);
};

const { WorkerJobs } = require(join(sources, 'worker-jobs'));
new WorkerJobs({ atOnce: 1, idleMs: 60_000 })
  .run({ module: join(__dirname, 'trial.job'), timeoutMs: 20_000 }, { does: 'answer' })
  .then(({ bare }) => console.log(bare));
