import { queryOptions } from '@tanstack/react-query'
import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import type { EventForReviewStatus, PaymentStatus } from './types.ts'

/** Queries for the payment processor: connection, problems, unattributed payments, events for review. */

export const processorQuery = (programId: string) =>
  queryOptions({
    queryKey: ['processor', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/processor', { params, signal }))).data
    },
  })

/** The processors that can be connected. */
export const processorsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['processors', programId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/processors', { params, signal }))).data
    },
  })

/** The newest events since the account was connected. */
export const processorEventsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['processor', programId, 'events'],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/processor/events', { params, signal }))).data
    },
  })

export const processorProblemsQuery = (programId: string) =>
  queryOptions({
    queryKey: ['processor', programId, 'problems'],
    queryFn: async ({ signal }) => {
      const params = { path: { programId } }
      return (await read(api.GET('/api/programs/{programId}/processor/problems', { params, signal }))).data
    },
  })

export const unattributedPaymentsQuery = (programId: string, status: PaymentStatus) =>
  pagedQuery({
    key: ['unattributed-payments', programId, status],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { state: status, ...page } }
      return read(api.GET('/api/programs/{programId}/unattributed-payments', { params, signal }))
    },
  })

export const unattributedPaymentQuery = (programId: string, paymentId: number) =>
  queryOptions({
    queryKey: ['unattributed-payments', programId, 'one', paymentId],
    queryFn: async ({ signal }) => {
      const params = { path: { programId, paymentId: String(paymentId) } }
      return (
        await read(api.GET('/api/programs/{programId}/unattributed-payments/{paymentId}', { params, signal }))
      ).data
    },
  })

export const eventsForReviewQuery = (programId: string, status: EventForReviewStatus) =>
  pagedQuery({
    key: ['events-for-review', programId, status],
    keepsPreviousRows: true,
    readPage: (page, signal) => {
      const params = { path: { programId }, query: { state: status, ...page } }
      return read(api.GET('/api/programs/{programId}/events-for-review', { params, signal }))
    },
  })
