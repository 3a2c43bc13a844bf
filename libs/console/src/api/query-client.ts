import { QueryClient } from '@tanstack/react-query';
import { Refusal } from './refusal';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Waiting for a session or for time is done in call.ts.
      retry: (count, problem) => count < 2 && problem instanceof Refusal && (problem.status === 0 || problem.status >= 500),
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

const forget = (...kinds: string[]) => Promise.all(kinds.map((kind) => queryClient.invalidateQueries({ queryKey: [kind] })));

/** After a change of a document: it, its files, its history, and every result that it may be in, the first page's too. */
const OF_DOCUMENTS = ['documents', 'document', 'files', 'audit'];
export const forgetDocuments = () => forget(...OF_DOCUMENTS);
/** A flow is in the history of its documents, and its tasks are on the first page. */
export const forgetFlows = () => forget('flows', ...OF_DOCUMENTS);
/** A signature is a new version of a file. */
export const forgetSigned = () => forget('head', ...OF_DOCUMENTS);
