// expects: only-serve-runs-all-of-the-background
export { target } from '#src/background/background.module';
