// expects: domain-reaches-inwards-only
export { target } from '#application/target';
