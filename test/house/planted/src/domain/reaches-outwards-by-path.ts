// expects: domain-reaches-inwards-only
export { target } from '../infrastructure/target';
