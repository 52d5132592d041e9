import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { interfaceLanguage } from '../messages/message.ts'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import { type PeriodRequest, withoutUndefined } from './queries.ts'
import type { Currency, PartnerOrder, PartnerStatus } from './types.ts'

/** Queries for partners. Metrics have a separate key, because creating a link doesn't change them. */

const MAX_PARTNERS = 200

export interface ReportRequest {
  status?: PartnerStatus | undefined
  search?: string | undefined
  /** A group ID or `none`. */
  group?: string | undefined
  tag?: string | undefined
  sort?: PartnerOrder | undefined
  direction?: 'asc' | 'desc' | undefined
  currency?: Currency | undefined
}

/** Lists partners with their metrics in a period, sortable by any column. */
export const partnerReportQuery = (programId: string, request: ReportRequest, period: PeriodRequest) =>
  pagedQuery({
    key: ['partners', programId, 'report', request, period],
    keepsPreviousRows: true,
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

/** Lists partner groups by name, with their sizes. */
export const partnerGroupsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['partners', programId, 'groups'],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { limit: MAX_PARTNERS } }
      const { data } = await read(api.GET('/api/programs/{programId}/partner-groups', { params, signal }))
      return data.sort((a, b) => a.name.localeCompare(b.name, interfaceLanguage()))
    },
  })

/** Lists a program's partner tags by name. */
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

/** Lists the team's notes on a partner, newest first. */
export const partnerNotesQuery = (programId: string, partnerId: number) =>
  pagedQuery({
    key: ['partners', programId, 'notes', partnerId],
    readPage: (page, signal) => {
      const params = { path: { programId, partnerId: String(partnerId) }, query: page }
      return read(api.GET('/api/programs/{programId}/partners/{partnerId}/notes', { params, signal }))
    },
  })

/** Lists the emails sent to a partner by the program, newest first. */
export const partnerMailsQuery = (programId: string, partnerId: number) =>
  pagedQuery({
    key: ['partners', programId, 'mails', partnerId],
    readPage: (page, signal) => {
      const params = { path: { programId, partnerId: String(partnerId) }, query: page }
      return read(api.GET('/api/programs/{programId}/partners/{partnerId}/mails', { params, signal }))
    },
  })

/** Lists partners for a picker: search results or the newest, and whether there are more. */
export const partnerFinderQuery = (programId: string, search: string) =>
  queryOptions({
    queryKey: ['partners', programId, 'found', search],
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_PARTNERS, ...(search === '' ? {} : { search }) }
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

/** Lists the newest partners for a picker, sorted by name. */
export const partnerChoicesQuery = (programId: string) =>
  queryOptions({
    queryKey: ['partners', programId, 'choices'],
    queryFn: async ({ signal }) => {
      const query = { limit: MAX_PARTNERS }
      const { data } = await read(
        api.GET('/api/programs/{programId}/partners', { params: { path: { programId }, query }, signal }),
      )
      return data
        .map(({ id, name }) => ({ id, name }))
        .sort((a, b) => a.name.localeCompare(b.name, interfaceLanguage()))
    },
    staleTime: 60_000,
  })

/** Returns one of the newest approved partner's links, or null. */
export const firstLinkQuery = (programId: string) =>
  queryOptions({
    queryKey: ['partners', programId, 'first-link'],
    queryFn: async ({ signal }) => {
      const params = { path: { programId }, query: { status: 'approved', limit: 1 } } as const
      const { data } = await read(api.GET('/api/programs/{programId}/partners', { params, signal }))
      const [partner] = data
      const link = partner?.links.find(({ status }) => status === 'active')
      return partner === undefined || link === undefined ? null : { name: partner.name, code: link.code }
    },
  })

/** Returns metrics by partner ID. */
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
