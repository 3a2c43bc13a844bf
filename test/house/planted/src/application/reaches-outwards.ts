// expects: application-reaches-inwards-only
export { target } from '#infrastructure/target';
