import { useQuery } from '@tanstack/react-query'
import { api, read } from '../../api/client.ts'

/** Returns the secret if the path belongs to an invitation page. */
export function invitationIn(address: string | undefined): string | undefined {
  return /^\/invitations\/([\w-]+)$/.exec(address ?? '')?.[1]
}

/** Reads who invited whom to which workspace. Doesn't need a session; returns nothing without a secret. */
export function useInvitation(secret: string | undefined) {
  return useQuery({
    queryKey: ['invitation', secret],
    queryFn: async ({ signal }) =>
      (await read(api.POST('/api/invitations/preview', { body: { invitation: secret ?? '' }, signal }))).data,
    enabled: secret !== undefined,
    meta: { isPublic: true },
    staleTime: 5 * 60_000,
  })
}
