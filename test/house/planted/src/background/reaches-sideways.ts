// expects: background-reaches-inwards-only
export { target } from '#http/target';
