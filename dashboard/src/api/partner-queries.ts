import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { interfaceLanguage } from '../messages/message.ts'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import { type PeriodRequest, withoutUndefined } from './queries.ts'
import type { Currency, PartnerOrder, PartnerStatus } from './types.ts'

/** The reads about partners. The numbers of one have a key of their own: a link that is made does not change them. */

const MOST_PARTNERS = 200

export interface ReportRequest {
  status?: PartnerStatus | undefined
  search?: string | undefined
  /** The id of a group, or `none`. */
  group?: string | undefined
  tag?: string | undefined
  sort?: PartnerOrder | undefined
  direction?: 'asc' | 'desc' | undefined
  currency?: Currency | undefined
}

/** Partners with what they brought in a period, in the order of any column. */
export const partnerReportQuery = (programId: string, request: ReportRequest, period: PeriodRequest) =>
  pagedQuery({
    key: ['partners', programId, 'report', request, period],
    keepsOldRows: true,
    readPage: (page, signal) => {
      const query = { ...withoutUndefined(request), ...period, ...page }
      return read(
        api.GET('/api/programs/{programId}/partner-report', {
          params: { path: { programId }, query },
          signal,
        }),
      )
    },
  })

export const partnerQuery = (programId: string, partnerId: number) =>
  queryOptions({
    queryKey: ['partners', programId, 'one', partnerId],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/partners/{partnerId}', {
            params: { path: { programId, partnerId: String(partnerId) } },
            signal,
          }),
        )
      ).data,
  })

/** The groups of partners, by name; with how many are in each. */
export const partnerGroupsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['partners', programId, 'groups'],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { limit: MOST_PARTNERS } }
      const { data } = await read(api.GET('/api/programs/{programId}/partner-groups', { params, signal }))
      return data.sort((a, b) => a.name.localeCompare(b.name, interfaceLanguage()))
    },
  })

/** The tags that partners of the program have, by name. */
export const partnerTagsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['partners', programId, 'tags'],
    queryFn: async ({ signal }) =>
      (
        await read(
          api.GET('/api/programs/{programId}/partner-tags', { params: { path: { programId } }, signal }),
        )
      ).data,
  })

/** What the team wrote about a partner, the newest first. */
export const partnerNotesQuery = (programId: string, partnerId: number) =>
  pagedQuery({
    key: ['partners', programId, 'notes', partnerId],
    readPage: (page, signal) => {
      const params = { path: { programId, partnerId: String(partnerId) }, query: page }
      return read(api.GET('/api/programs/{programId}/partners/{partnerId}/notes', { params, signal }))
    },
  })

/** What a partner was mailed by the program, the newest first. */
export const partnerMailsQuery = (programId: string, partnerId: number) =>
  pagedQuery({
    key: ['partners', programId, 'mails', partnerId],
    readPage: (page, signal) => {
      const params = { path: { programId, partnerId: String(partnerId) }, query: page }
      return read(api.GET('/api/programs/{programId}/partners/{partnerId}/mails', { params, signal }))
    },
  })

/** Partners for choosing one: those that the search finds, or the newest; and whether there are more than these. */
export const partnerFinderQuery = (programId: string, search: string) =>
  queryOptions({
    queryKey: ['partners', programId, 'found', search],
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_PARTNERS, ...(search === '' ? {} : { search }) }
      const { data, meta } = await read(
        api.GET('/api/programs/{programId}/partners', { params: { path: { programId }, query }, signal }),
      )
      const partners = data.map(({ id, name }) => ({ id, name }))
      return {
        partners: partners.sort((a, b) => a.name.localeCompare(b.name, interfaceLanguage())),
        hasMore: meta.nextCursor !== null,
      }
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })

/** The newest partners by name, for choosing one. */
export const partnerChoicesQuery = (programId: string) =>
  queryOptions({
    queryKey: ['partners', programId, 'choices'],
    queryFn: async ({ signal }) => {
      const query = { limit: MOST_PARTNERS }
      const { data } = await read(
        api.GET('/api/programs/{programId}/partners', { params: { path: { programId }, query }, signal }),
      )
      return data
        .map(({ id, name }) => ({ id, name }))
        .sort((a, b) => a.name.localeCompare(b.name, interfaceLanguage()))
    },
    staleTime: 60_000,
  })

/** What these partners brought, by partner id. */
export const partnerMetricsQuery = (programId: string, partnerIds: number[], period: PeriodRequest) =>
  queryOptions({
    queryKey: ['partner-metrics', programId, partnerIds, period],
    queryFn: async ({ signal }) => {
      const query = { partnerIds: partnerIds.join(','), ...period }
      const { data } = await read(
        api.GET('/api/programs/{programId}/partner-metrics', {
          params: { path: { programId }, query },
          signal,
        }),
      )
      return new Map(data.map((numbers) => [numbers.partnerId, numbers]))
    },
    placeholderData: keepPreviousData,
  })
