import { queryOptions } from '@tanstack/react-query';
import { read } from './call';

/** How long the words may be that are searched for in the text of files; 0: this service does not read it. */
export const longestWords = () =>
  queryOptions({
    queryKey: ['limits'],
    staleTime: Infinity,
    queryFn: async ({ signal }) => (await read<{ pesquisa: { texto: number } }>('/api/Limites', {}, signal)).pesquisa.texto,
  });
