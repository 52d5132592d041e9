import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { cancelPayout } from '../flows/cancel-payout.ts'
import { makePayoutBatch } from '../flows/make-payout-batch.ts'
import { payPayout } from '../flows/pay-payout.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { readChoice, readId } from '../http/query.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { CURRENCIES } from '../rules/sale-request.ts'
import { findPayout, listPayoutItems, listPayouts, type PayoutRow } from '../store/list-payouts.ts'
import type { OpenedPayout } from '../store/payouts.ts'
import type { Currency } from '../store/schema.ts'

const STATUSES = ['open', 'paid', 'cancelled'] as const
const COMMISSION_STATUSES = ['pending', 'approved', 'paid', 'reversed'] as const

/** A sum may outgrow a number; its digits reach the answer as they are. */
const Cents = Type.Unsafe<bigint>(Type.Integer({ minimum: 1 }))

const Payout = Type.Object({
  id: Type.Integer(),
  batchId: Type.Integer(),
  kind: choice(['batch', 'manual']),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  partnerEmail: Type.String(),
  currency: choice(CURRENCIES),
  amountCents: Cents,
  commissions: Type.Integer({ description: 'How many it is made of.' }),
  status: choice(STATUSES),
  reference: nullable(Type.String({ description: 'Of the payment, as whoever paid named it.' })),
  createdAt: Instant,
  createdBy: nullable(Type.String()),
  closedAt: nullable(Instant),
  closedBy: nullable(Type.String({ description: 'Who paid or cancelled it.' })),
})

const PayoutItem = Type.Object({
  commissionId: Type.Integer(),
  saleId: nullable(Type.Integer()),
  leadId: nullable(Type.Integer()),
  amountCents: Type.Integer({ description: 'Negative: taken back, because a refund came after a payment.' }),
  earnedAt: Instant,
  commissionStatus: choice(COMMISSION_STATUSES),
})

const Batch = Type.Object({
  id: Type.Integer(),
  payouts: Type.Integer(),
  commissions: Type.Integer(),
  sums: Type.Array(
    Type.Object({ currency: choice(CURRENCIES), payouts: Type.Integer(), amountCents: Cents }),
  ),
  isComplete: Type.Boolean({ description: 'False: more is due than one batch takes; make another one.' }),
})

/** The name of a payment: of a bank transfer, say. */
export const Reference = Type.String({ minLength: 1, maxLength: limits.idChars, pattern: '\\S' })

const PositiveInteger = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

const BatchBody = Type.Object({
  currency: Type.Optional(choice(CURRENCIES)),
  partnerIds: Type.Optional(
    Type.Array(PositiveInteger, { minItems: 1, maxItems: limits.payoutPartners, uniqueItems: true }),
  ),
  minimumCents: Type.Optional(PositiveInteger),
})
const PayBody = Type.Object({ reference: Type.Optional(Reference) })
const PayoutParams = Type.Object({ ...ProgramParams.properties, payoutId: Type.String() })

const readBatchBody = bodyReader(BatchBody)
const readPayBody = bodyReader(PayBody)

/** The query parameters that choose payouts. */
export const payoutFilterParameters = {
  status: Type.Optional(choice(STATUSES)),
  partnerId: Type.Optional(Type.Integer()),
  currency: Type.Optional(choice(CURRENCIES)),
  batchId: Type.Optional(Type.Integer()),
}

export function readPayoutFilter(query: unknown) {
  return {
    status: readChoice(query, 'status', STATUSES),
    partnerId: readId(query, 'partnerId'),
    currency: readChoice(query, 'currency', CURRENCIES),
    batchId: readId(query, 'batchId'),
  }
}

/** The payouts of a program: reading takes `billing:read`, writing `commission:manage`. */
export function registerManagePayouts(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/payouts',
    schema: {
      ...managementSchema,
      operationId: 'createPayouts',
      summary: 'Make payouts of what is owed',
      description:
        'One open payout per partner and currency, with everything owed and everything to take back. A partner ' +
        'whose balance is not positive, or below `minimumCents`, gets none: the balance waits.',
      params: ProgramParams,
      body: Type.Optional(BatchBody),
      response: { 201: dataOf(Batch), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const access = await requirePermission(deps, request, request.params.programId, 'commission:manage')
      const { currency, partnerIds, minimumCents = 1 } = readBatchBody(readObject(request.body))
      const asked = { currency, partnerIds, minimumCents }
      const batch = await makePayoutBatch(deps, access.program.id, asked, access.userId)
      if (batch === 'nothing_due') {
        throw new ApiError('conflict', 'Nothing of what was asked for is due: no payout was made.')
      }
      const { id, payouts, isComplete } = batch
      const commissions = payouts.reduce((sum, payout) => sum + payout.commissions, 0)
      const data = { id, payouts: payouts.length, commissions, sums: sumsOf(payouts), isComplete }
      return reply.code(201).send({ data })
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/payouts',
    schema: {
      ...managementSchema,
      operationId: 'listPayouts',
      summary: 'List the payouts',
      params: ProgramParams,
      querystring: Type.Object({ ...pageParameters, ...payoutFilterParameters }),
      response: { 200: listOf(Payout), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const page = readPage(request.query)
      const rows = await listPayouts(kysely, program.id, readPayoutFilter(request.query), page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showPayout)
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/payouts/:payoutId',
    schema: {
      ...managementSchema,
      operationId: 'readPayout',
      summary: 'Read a payout',
      params: PayoutParams,
      response: { 200: dataOf(Payout), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      return { data: showPayout(await requirePayout(program.id, request.params.payoutId)) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/payouts/:payoutId/items',
    schema: {
      ...managementSchema,
      operationId: 'listPayoutItems',
      summary: 'List what a payout is made of',
      description: 'Frozen when the payout was made: a refund after that is taken up by the next payout.',
      params: PayoutParams,
      querystring: Type.Object(pageParameters),
      response: { 200: listOf(PayoutItem), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const page = readPage(request.query)
      const payout = await requirePayout(program.id, request.params.payoutId)
      const rows = await listPayoutItems(kysely, program.id, payout.id, page)
      return toPage(
        rows,
        page,
        (row) => ({ at: row.earned_at, id: row.commission_id }),
        (row) => ({
          commissionId: row.commission_id,
          saleId: row.sale_id,
          leadId: row.lead_id,
          amountCents: row.amount_cents,
          earnedAt: row.earned_at.toISOString(),
          commissionStatus: row.status,
        }),
      )
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/payouts/:payoutId/pay',
    schema: {
      ...managementSchema,
      operationId: 'payPayout',
      summary: 'Mark an open payout as paid',
      params: PayoutParams,
      body: Type.Optional(PayBody),
      response: { 200: dataOf(Payout), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request) => {
      const access = await requirePermission(deps, request, request.params.programId, 'commission:manage')
      const { reference } = readPayBody(readObject(request.body))
      const id = parseId(request.params.payoutId)
      if (id === undefined) throw noSuchPayout()
      const status = await payPayout(deps, access.program.id, { id, reference }, access.userId)
      if (status === 'not_found') throw noSuchPayout()
      if (status !== 'open') throw notOpen(status)
      return { data: showPayout(await requirePayout(access.program.id, request.params.payoutId)) }
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/payouts/:payoutId/cancel',
    schema: {
      ...managementSchema,
      operationId: 'cancelPayout',
      summary: 'Cancel an open payout',
      description: 'Its commissions are free again: the next batch takes them up.',
      params: PayoutParams,
      response: { 200: dataOf(Payout), ...errorResponses([400, 401, 403, 404, 409]) },
    },
    handler: async (request) => {
      const access = await requirePermission(deps, request, request.params.programId, 'commission:manage')
      const id = parseId(request.params.payoutId)
      if (id === undefined) throw noSuchPayout()
      const status = await cancelPayout(deps, access.program.id, id, access.userId)
      if (status === 'not_found') throw noSuchPayout()
      if (status !== 'cancelled_now') throw notOpen(status)
      return { data: showPayout(await requirePayout(access.program.id, request.params.payoutId)) }
    },
  })

  async function requirePayout(programId: number, idParam: string): Promise<PayoutRow> {
    const id = parseId(idParam)
    const payout = id === undefined ? undefined : await findPayout(kysely, programId, id)
    if (payout === undefined) throw noSuchPayout()
    return payout
  }
}

function noSuchPayout() {
  return new ApiError('not_found', 'The program has no payout of this id.')
}

function notOpen(status: string) {
  return new ApiError('conflict', `The payout is ${status} already: nothing was changed.`, { status })
}

/** What payouts come to per currency. */
export function sumsOf(payouts: readonly OpenedPayout[]) {
  const sums = new Map<Currency, { payouts: number; amountCents: bigint }>()
  for (const { currency, amount_cents } of payouts) {
    const sum = sums.get(currency) ?? { payouts: 0, amountCents: 0n }
    sums.set(currency, {
      payouts: sum.payouts + 1,
      amountCents: sum.amountCents + BigInt(amount_cents),
    })
  }
  return CURRENCIES.flatMap((currency) => {
    const sum = sums.get(currency)
    return sum === undefined ? [] : [{ currency, ...sum }]
  })
}

function showPayout(row: PayoutRow): Static<typeof Payout> {
  return {
    id: row.id,
    batchId: row.batch_id,
    kind: row.kind,
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    partnerEmail: row.partner_email,
    currency: row.currency,
    amountCents: BigInt(row.amount_cents),
    commissions: row.commissions,
    status: row.status,
    reference: row.reference,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    closedAt: isoOrNull(row.closed_at),
    closedBy: row.closed_by,
  }
}
