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

/** After a change of a document: it, its files, its history, and every result that it may be in. */
export const forgetDocuments = () =>
  Promise.all([['documents'], ['document'], ['files'], ['audit']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
