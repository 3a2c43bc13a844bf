// expects: cli-reaches-inwards-only
export { target } from '#src/demo/target';
