// expects: no-warning-comments
/** As in contract §1. */
export const cited = 1;
