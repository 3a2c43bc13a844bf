// expects: http-reaches-inwards-only
export { target } from '#infrastructure/target';
