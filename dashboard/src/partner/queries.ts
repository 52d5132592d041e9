import { queryOptions } from '@tanstack/react-query'
import { api, read } from '../api/client.ts'
import type { components, paths } from '../api/schema.d.ts'

type Schemas = components['schemas']
export type OwnProgram = Schemas['OwnProgram']
export type OwnBalance = Schemas['OwnBalance']
export type OwnOverview = Schemas['OwnOverview']
export type OwnEarning = Schemas['OwnEarning']
export type EarningState = Schemas['EarningState']
export type PartnerAccount = Schemas['PartnerAccount']
export type PartnerPasskey = Schemas['PartnerPasskey']
export type LeftInProgram = Schemas['LeftInProgram']
export type QuestionAnswer = Schemas['OwnQuestionAnswer']
export type ClaimState = Schemas['ClaimState']
export type MailChoices = Schemas['MailChoices']
export type NextPayout = Schemas['NextPayout']
export type OwnPayoutDetails = Schemas['PayoutDetailsVersion']
export type SentPayoutDetails = NonNullable<
  paths['/api/partner/programs/{programId}/payout-details']['post']['requestBody']
>['content']['application/json']
export type Period = '7d' | '30d' | '90d' | 'all'

export const PERIODS: readonly { value: Period; label: string }[] = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: 'all', label: 'All' },
]

export function periodOf(search: URLSearchParams): Period {
  const word = search.get('period')
  return PERIODS.find(({ value }) => value === word)?.value ?? '30d'
}

const of = (programId: number) => ({ path: { programId: String(programId) } })

export const accountQuery = queryOptions({
  queryKey: ['partner', 'account'],
  queryFn: async () => (await read(api.GET('/api/partner/account'))).data,
})

export const programsQuery = queryOptions({
  queryKey: ['partner', 'programs'],
  queryFn: async () => (await read(api.GET('/api/partner/programs'))).data,
})

export const overviewQuery = (programId: number, period: Period) =>
  queryOptions({
    queryKey: ['partner', programId, 'overview', period],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/overview', {
            params: { ...of(programId), query: { period } },
          }),
        )
      ).data,
  })

export const linksQuery = (programId: number, period: Period) =>
  queryOptions({
    queryKey: ['partner', programId, 'links', period],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/links', {
            params: { ...of(programId), query: { period } },
          }),
        )
      ).data,
  })

export const subIdsQuery = (programId: number, period: Period) =>
  queryOptions({
    queryKey: ['partner', programId, 'sub-ids', period],
    queryFn: async () =>
      (
        await read(
          api.GET('/api/partner/programs/{programId}/sub-ids', {
            params: { ...of(programId), query: { period } },
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
      (await read(api.GET('/api/partner/programs/{programId}/balance', { params: of(programId) }))).data,
  })

export const payoutDetailsQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'payout-details'],
    queryFn: async () =>
      (await read(api.GET('/api/partner/programs/{programId}/payout-details', { params: of(programId) })))
        .data,
  })

export const statementsQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'statements'],
    queryFn: async () =>
      (await read(api.GET('/api/partner/programs/{programId}/statements', { params: of(programId) }))).data,
  })

export const mailChoicesQuery = (programId: number) =>
  queryOptions({
    queryKey: ['partner', programId, 'mail-choices'],
    queryFn: async () =>
      (await read(api.GET('/api/partner/programs/{programId}/mail-choices', { params: of(programId) }))).data,
  })

export const sessionsQuery = queryOptions({
  queryKey: ['partner', 'sessions'],
  queryFn: async () => (await read(api.GET('/api/partner/sessions'))).data,
})

export const closingQuery = queryOptions({
  queryKey: ['partner', 'closing'],
  queryFn: async () => (await read(api.GET('/api/partner/account/closing'))).data,
  staleTime: 0,
})

export const passkeysQuery = queryOptions({
  queryKey: ['partner', 'passkeys'],
  queryFn: async () => (await read(api.GET('/api/partner/passkeys'))).data,
})

/** A page of what was earned; `status` undefined is everything. */
export function readEarnings(
  programId: number,
  {
    status,
    cursor,
  }: { status: 'pending' | 'approved' | 'paid' | 'reversed' | undefined; cursor: string | undefined },
) {
  const query = { limit: 25, ...(status && { status }), ...(cursor && { cursor }) }
  return read(api.GET('/api/partner/programs/{programId}/earnings', { params: { ...of(programId), query } }))
}

export function readPayouts(programId: number, cursor: string | undefined) {
  const query = { limit: 25, ...(cursor && { cursor }) }
  return read(api.GET('/api/partner/programs/{programId}/payouts', { params: { ...of(programId), query } }))
}

export function readClaims(programId: number, cursor: string | undefined) {
  const query = { limit: 25, ...(cursor && { cursor }) }
  return read(api.GET('/api/partner/programs/{programId}/claims', { params: { ...of(programId), query } }))
}
