import { READERS } from './compare';

/** Refusals are made by the hundred thousand: their stacks would be most of the work. */
Error.stackTraceLimit = 0;

const [reader, seed, cases] = process.argv.slice(2) as [keyof typeof READERS, string, string];
READERS[reader](Number(seed), Number(cases)).then(
  (figures) => console.log(JSON.stringify(figures)),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
