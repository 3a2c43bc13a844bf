// expects: config-reaches-inwards-only
export { target } from '#domain/target';
