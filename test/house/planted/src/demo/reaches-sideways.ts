// expects: demo-reaches-inwards-only
export { target } from '#http/target';
