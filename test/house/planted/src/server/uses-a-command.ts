// expects: commands-are-for-people
export { target } from '#src/cli/target';
