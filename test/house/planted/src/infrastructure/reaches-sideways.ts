// expects: infrastructure-reaches-inwards-only
export { target } from '#http/target';
