// expects: @typescript-eslint/no-floating-promises
Promise.resolve(1);
