import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import type { paths } from './schema.d.ts'
import type { MailStatus } from './types.ts'

/** The reads of the settings. */

const MOST_ROWS = 200
export const apiKeysQuery = (programId: string) =>
  queryOptions({
    queryKey: ['api-keys', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { limit: MOST_ROWS } }
      return (await read(api.GET('/api/programs/{programId}/api-keys', { params, signal }))).data
    },
  })

export const portalSettingsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['portal-settings', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/portal-settings', { params, signal }))).data
    },
  })

/** Those that work and those that work no longer. */
export const managementKeysQuery = (workspaceId: string) =>
  pagedQuery({
    key: ['management-keys', workspaceId],
    readPage: (page, signal) => {
      const params = { path: { workspaceId }, query: page }
      return read(api.GET('/api/workspaces/{workspaceId}/management-keys', { params, signal }))
    },
  })

/** The newest of them, to choose one. */
export const managementKeyChoicesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['management-keys', workspaceId, 'choices'],
    queryFn: async ({ signal }) => {
      const params = { path: { workspaceId }, query: { limit: MOST_ROWS } }
      return (await read(api.GET('/api/workspaces/{workspaceId}/management-keys', { params, signal }))).data
    },
  })

/** The policies in force, or with every version before them. */
export const policiesQuery = (programId: string, history: boolean) =>
  pagedQuery({
    key: ['commission-policies', programId, history],
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { history, ...page } }
      return read(api.GET('/api/programs/{programId}/commission-policies', { params, signal }))
    },
  })

export type PreviewRequest = NonNullable<
  paths['/api/programs/{programId}/commission-policies/preview']['post']['requestBody']
>['content']['application/json']

/** What a policy would have meant for real sales: never from memory, because sales go on. */
export const policyPreviewQuery = (programId: string, body: PreviewRequest) =>
  queryOptions({
    queryKey: ['policy-preview', programId, body],
    queryFn: async ({ signal }) => {
      const call = { params: { path: { programId } }, body, signal }
      return (await read(api.POST('/api/programs/{programId}/commission-policies/preview', call))).data
    },
    staleTime: 0,
    gcTime: 0,
    // Going over a year of sales takes seconds; nobody asked for it again.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })

export const membersQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['members', workspaceId],
    queryFn: async ({ signal }) => {
      const params = { path: { workspaceId } }
      return (await read(api.GET('/api/workspaces/{workspaceId}/members', { params, signal }))).data
    },
  })

export const invitationsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['invitations', workspaceId],
    queryFn: async ({ signal }) => {
      const params = { path: { workspaceId } }
      return (await read(api.GET('/api/workspaces/{workspaceId}/invitations', { params, signal }))).data
    },
  })

export const mailSettingsQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['mail-settings', workspaceId],
    queryFn: async ({ signal }) => {
      const params = { path: { workspaceId } }
      return (await read(api.GET('/api/workspaces/{workspaceId}/mail-settings', { params, signal }))).data
    },
  })

/** What was mailed, the newest first. */
export const mailsQuery = (workspaceId: string, state: MailStatus | undefined) =>
  pagedQuery({
    key: ['mails', workspaceId, state],
    readPage: (page, signal) => {
      const params = { path: { workspaceId }, query: { ...page, ...(state === undefined ? {} : { state }) } }
      return read(api.GET('/api/workspaces/{workspaceId}/mails', { params, signal }))
    },
  })
