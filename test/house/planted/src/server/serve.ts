export { target } from '#src/background/background.module';
