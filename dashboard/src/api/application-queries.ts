import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import { withoutUndefined } from './queries.ts'
import type { ApplicationStatus } from './types.ts'

/** Queries for applications and invitations. */

export const applicationsQuery = (
  programId: string,
  request: { status: ApplicationStatus | undefined; search: string | undefined },
) =>
  pagedQuery({
    key: ['applications', programId, 'list', request],
    keepsPreviousRows: true,
    readPage: (page, signal) =>
      read(
        api.GET('/api/programs/{programId}/applications', {
          params: { path: { programId }, query: { ...withoutUndefined(request), ...page } },
          signal,
        }),
      ),
  })

/** Selects all applications that match, with the versions to decide on. */
export const applicationSelectionQuery = (
  programId: string,
  request: { status: ApplicationStatus | undefined; search: string | undefined },
) =>
  queryOptions({
    queryKey: ['applications', programId, 'selection', request],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: withoutUndefined(request) }
      const { data } = await read(
        api.GET('/api/programs/{programId}/applications/selection', { params, signal }),
      )
      return { rows: data.applications, isComplete: data.isComplete }
    },
    staleTime: 0,
    gcTime: 0,
  })

export const applicationQuery = (programId: string, applicationId: number) =>
  queryOptions({
    queryKey: ['applications', programId, 'one', applicationId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/applications/{applicationId}', {
            params: { path: { programId, applicationId: String(applicationId) } },
            signal,
          }),
        )
      ).data,
  })

/** Returns the application a partner was created from, with its history, or null. */
export const partnerApplicationQuery = (programId: string, partnerId: number) =>
  queryOptions({
    queryKey: ['applications', programId, 'of-partner', partnerId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { partnerId, limit: 1 } }
      const { data } = await read(api.GET('/api/programs/{programId}/applications', { params, signal }))
      const [found] = data
      if (found === undefined) return null
      const path = { programId, applicationId: String(found.id) }
      return (
        await read(
          api.GET('/api/programs/{programId}/applications/{applicationId}', { params: { path }, signal }),
        )
      ).data
    },
  })

export const partnerInvitationsQuery = (programId: string) =>
  pagedQuery({
    key: ['applications', programId, 'invitations'],
    readPage: (page, signal) =>
      read(
        api.GET('/api/programs/{programId}/partner-invitations', {
          params: { path: { programId }, query: page },
          signal,
        }),
      ),
  })

export const brandQuery = (programId: string) =>
  queryOptions({
    queryKey: ['brand', programId],
    queryFn: async ({ signal }) =>
      (await read(api.GET('/api/programs/{programId}/branding', { params: { path: { programId } }, signal })))
        .data,
  })

export const joinPageQuery = (programId: string) =>
  queryOptions({
    queryKey: ['join-page', programId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/join-page', { params: { path: { programId } }, signal }),
        )
      ).data,
  })
