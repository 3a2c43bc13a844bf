import { useQuery } from '@tanstack/react-query';
import { bytesOf } from '../api/files';

/** The whole file. Kept only while it is shown. */
export const useBytes = (client: string, file: string) =>
  useQuery({ queryKey: ['bytes', file], queryFn: ({ signal }) => bytesOf(client, file, signal), staleTime: Infinity, gcTime: 0 });
