// Two slow cores with two servers beside them: a test waits for a condition, and what never comes is told only here.
/* global jest */
jest.setTimeout(240_000);
