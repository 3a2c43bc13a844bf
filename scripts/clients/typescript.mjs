export const obtain = () => ({available:true});
export const run = () => '';
