// expects: no-restricted-syntax
const answer = () => 'ok';
export const serve = (app: { get(path: string, handler: () => string): void }) => app.get('/api/Direto', answer);
