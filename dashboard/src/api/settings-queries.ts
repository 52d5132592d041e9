import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import type { paths } from './schema.d.ts'
import type { MailStatus } from './types.ts'

/** Queries for the settings pages. */

const MAX_ROWS = 200
export const apiKeysQuery = (programId: string) =>
  queryOptions({
    queryKey: ['api-keys', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { limit: MAX_ROWS } }
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

/** Includes revoked and expired keys. */
export const managementKeysQuery = (workspaceId: string) =>
  pagedQuery({
    key: ['management-keys', workspaceId],
    readPage: (page, signal) => {
      const params = { path: { workspaceId }, query: page }
      return read(api.GET('/api/workspaces/{workspaceId}/management-keys', { params, signal }))
    },
  })

/** The newest keys, for a picker. */
export const managementKeyChoicesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: ['management-keys', workspaceId, 'choices'],
    queryFn: async ({ signal }) => {
      const params = { path: { workspaceId }, query: { limit: MAX_ROWS } }
      return (await read(api.GET('/api/workspaces/{workspaceId}/management-keys', { params, signal }))).data
    },
  })

/** Lists the current policies, optionally with all earlier versions. */
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

/** Simulates a policy on past sales. Never cached, because new sales keep coming in. */
export const policyPreviewQuery = (programId: string, body: PreviewRequest) =>
  queryOptions({
    queryKey: ['policy-preview', programId, body],
    queryFn: async ({ signal }) => {
      const call = { params: { path: { programId } }, body, signal }
      return (await read(api.POST('/api/programs/{programId}/commission-policies/preview', call))).data
    },
    staleTime: 0,
    gcTime: 0,
    // Simulating a year takes seconds, so don't rerun it unless requested.
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

/** Lists sent emails, newest first. */
export const mailsQuery = (workspaceId: string, state: MailStatus | undefined) =>
  pagedQuery({
    key: ['mails', workspaceId, state],
    readPage: (page, signal) => {
      const params = { path: { workspaceId }, query: { ...page, ...(state === undefined ? {} : { state }) } }
      return read(api.GET('/api/workspaces/{workspaceId}/mails', { params, signal }))
    },
  })
