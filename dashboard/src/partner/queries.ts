import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, api, read } from '../api/client.ts'
import type { components, paths } from '../api/schema.d.ts'
import { type PeriodSearch, readPeriodSearch, toPeriodRequest } from '../search/period.ts'
import { applyLanguage } from './language.ts'

type Schemas = components['schemas']
export type PortalProgram = Schemas['PortalProgram']
export type PortalBalance = Schemas['PortalBalance']
export type PortalHolds = Schemas['PortalHolds']
export type PortalOverview = Schemas['PortalOverview']
export type PortalEarning = Schemas['PortalEarning']
export type PortalPayout = Schemas['PortalPayout']
export type PortalStatement = Schemas['PortalStatement']
export type PortalPayoutItem = Schemas['PortalPayoutItem']
export type PortalTerms = Schemas['PortalTerms']
export type EarningState = Schemas['EarningState']
export type PartnerAccount = Schemas['PartnerAccount']
export type PartnerPasskey = Schemas['PartnerPasskey']
export type AccountClosureProgram = Schemas['AccountClosureProgram']
export type InquiryAnswer = Schemas['InquiryAnswer']
export type ClaimState = Schemas['ClaimState']
export type PortalClaim = Schemas['PortalClaim']
export type MailPreferences = Schemas['MailPreferences']
export type OpenPayouts = Schemas['PortalOpenPayouts']
export type NextPayout = Schemas['NextPayout']
export type PortalPayoutDetails = Schemas['PayoutDetailsVersion']
export type Payee = Schemas['Payee']
export type SentPayoutDetails = NonNullable<
  paths['/api/partner/programs/{programId}/payout-details']['post']['requestBody']
>['content']['application/json']

/** Parses the period in a URL like the team's pages do. Invalid periods become the default. */
export function readPeriod(search: URLSearchParams): PeriodSearch {
  return readPeriodSearch(Object.fromEntries(search))
}

const programPath = (programId: number) => ({ path: { programId: String(programId) } })

export const accountQuery = queryOptions({
  queryKey: ['partner', 'account'],
  queryFn: async () => {
    const { data } = await read(api.GET('/api/partner/account'))
    if (data.isFullAccess) applyLanguage({ account: data.language })
    return data
  },
})

export const programsQuery = queryOptions({
  queryKey: ['partner', 'programs'],
  queryFn: async () => {
    const { data } = await read(api.GET('/api/partner/programs'))
    applyLanguage({ program: data[0]?.language })
    return data
  },
})

/** Returns a program that the limited list doesn't include, or null if it isn't one of the partner's. */
export const unlistedProgramQuery = (id: string) =>
  queryOptions({
    queryKey: [...programsQuery.queryKey, id],
    queryFn: async () => {
      const response = read(
        api.GET('/api/partner/programs/{programId}', { params: { path: { programId: id } } }),
      )
      return response.then(
        ({ data }) => data,
        (failure) => {
          if (failure instanceof ApiError && failure.status === 404) return null
          throw failure
        },
      )
    },
  })

export const overviewQuery = (programId: number, period: PeriodSearch) =>
  queryOptions({
    queryKey: ['partner', programId, 'overview', toPeriodRequest(period)],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/overview', {
            params: { ...programPath(programId), query: toPeriodRequest(period) },
          }),
        )
      ).data,
  })

export const linksQuery = (programId: number, period: PeriodSearch) =>
  queryOptions({
    queryKey: ['partner', programId, 'links', toPeriodRequest(period)],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/links', {
            params: { ...programPath(programId), query: toPeriodRequest(period) },
          }),
        )
      ).data,
  })

export type PortalLinks = Awaited<
  ReturnType<Exclude<ReturnType<typeof linksQuery>['queryFn'], symbol | undefined>>
>

export const couponCodesQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'coupon-codes'],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/coupon-codes', { params: programPath(programId) }),
        )
      ).data,
  })

export type PortalCoupons = Awaited<
  ReturnType<Exclude<ReturnType<typeof couponCodesQuery>['queryFn'], symbol | undefined>>
>

export const subIdsQuery = (programId: number, period: PeriodSearch) =>
  queryOptions({
    queryKey: ['partner', programId, 'sub-ids', toPeriodRequest(period)],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/sub-ids', {
            params: { ...programPath(programId), query: toPeriodRequest(period) },
          }),
        )
      ).data,
  })

export const earningQuery = (programId: number, id: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'earning', id],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/earnings/{commissionId}', {
            params: { path: { programId: String(programId), commissionId: String(id) } },
          }),
        )
      ).data,
  })

export const balanceQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'balance'],
    queryFn: async () =>
      (await read(api.GET('/api/partner/programs/{programId}/balance', { params: programPath(programId) })))
        .data,
  })

export const termsQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'terms'],
    queryFn: async () =>
      (await read(api.GET('/api/partner/programs/{programId}/terms', { params: programPath(programId) })))
        .data,
  })

export const payoutDetailsQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'payout-details'],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/payout-details', { params: programPath(programId) }),
        )
      ).data,
  })

/** The name and address in one version of the payout details. */
export const payeeQuery = (programId: number, version: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'payee', version],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/payout-details/payee', {
            params: { ...programPath(programId), query: { version: String(version) } },
          }),
        )
      ).data,
  })

export const statementsQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'statements'],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/statements', { params: programPath(programId) }),
        )
      ).data,
  })

export const mailPreferencesQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'mail-preferences'],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/mail-preferences', { params: programPath(programId) }),
        )
      ).data,
  })

export const sessionsQuery = queryOptions({
  queryKey: ['partner', 'sessions'],
  queryFn: async () => (await read(api.GET('/api/partner/sessions'))).data,
})

export const accountClosureQuery = queryOptions({
  queryKey: ['partner', 'closing'],
  queryFn: async () => (await read(api.GET('/api/partner/account/closing'))).data,
  staleTime: 0,
})

export const passkeysQuery = queryOptions({
  queryKey: ['partner', 'passkeys'],
  queryFn: async () => (await read(api.GET('/api/partner/passkeys'))).data,
})

/** The earnings page's filters. Days are in the program's time zone. */
export interface EarningFilter {
  status?: 'pending' | 'approved' | 'paid' | 'reversed'
  from?: string
  to?: string
}

export function readEarnings(programId: number, filter: EarningFilter, cursor: string | undefined) {
  const query = { limit: 25, ...filter, ...(cursor && { cursor }) }
  return read(
    api.GET('/api/partner/programs/{programId}/earnings', { params: { ...programPath(programId), query } }),
  )
}

export const earningsTotalsQuery = (programId: number, filter: EarningFilter) =>
  queryOptions({
    queryKey: ['partner', programId, 'earnings-totals', filter],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/earnings-totals', {
            params: { ...programPath(programId), query: { ...filter } },
          }),
        )
      ).data,
  })

export function readPayouts(programId: number, cursor: string | undefined) {
  const query = { limit: 25, ...(cursor && { cursor }) }
  return read(
    api.GET('/api/partner/programs/{programId}/payouts', { params: { ...programPath(programId), query } }),
  )
}

export function readPayoutItems(programId: number, payoutId: number, cursor: string | undefined) {
  const path = { programId: String(programId), payoutId: String(payoutId) }
  const query = { limit: 25, ...(cursor && { cursor }) }
  return read(
    api.GET('/api/partner/programs/{programId}/payouts/{payoutId}/items', { params: { path, query } }),
  )
}

export function readClaims(programId: number, cursor: string | undefined) {
  const query = { limit: 25, ...(cursor && { cursor }) }
  return read(
    api.GET('/api/partner/programs/{programId}/claims', { params: { ...programPath(programId), query } }),
  )
}
