// expects: http-uses-use-cases
export { Target } from '#application/ports/target';
