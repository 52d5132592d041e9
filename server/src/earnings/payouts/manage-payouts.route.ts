import Type, { type Static } from 'typebox'
import { createKeyedQueue } from '../../core/async/keyed-queue.ts'
import {
  COMMISSION_STATUSES,
  PAYOUT_BATCH_KINDS,
  PAYOUT_STATUSES,
  type PayoutBlocker,
  type PayoutStatus,
} from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import {
  CurrencyCode,
  choice,
  dataSchema,
  Instant,
  listSchema,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, pageQuery, readPage, toPage } from '../../core/http/page.http.ts'
import { readCurrency, readFlag, readId, readPositive, readText } from '../../core/http/query.http.ts'
import { neverEmpty } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { PAYOUT_BLOCKER_TEXT } from '../../partners/enrollments/payout-blocker.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { cancelPayout } from './cancel-payout.flow.ts'
import { createPayoutBatch, previewPayoutBatch } from './create-payout-batch.flow.ts'
import { payoutLimits } from './limits.ts'
import {
  findPayout,
  listOpenBatches,
  listPayoutItems,
  listPayouts,
  type PayoutRow,
} from './list-payouts.sql.ts'
import { payPayout } from './pay-payout.flow.ts'
import { payoutFilterParameters, readPayoutFilter } from './payout-filter.http.ts'
import {
  Cents,
  findPayoutBlocker,
  NothingDue,
  nothingDueError,
  PayoutBlockerSchema,
  PayoutSum,
  Reference,
  RefundedCents,
  sandboxFlag,
  showSandbox,
  showWaiting,
  sumPayouts,
  WaitingSum,
} from './payout-response.http.ts'
import { updatePayoutDetails } from './update-payout-details.flow.ts'

const Payout = namedObject('Payout', {
  ...sandboxFlag,
  id: Type.Integer(),
  batchId: Type.Integer(),
  kind: choice(PAYOUT_BATCH_KINDS),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  partnerEmail: Type.String(),
  currency: CurrencyCode,
  amountCents: Cents,
  refundedCents: RefundedCents,
  commissions: Type.Integer({ description: 'The number of commissions in the payout.' }),
  status: choice(PAYOUT_STATUSES, 'PayoutStatus'),
  reference: nullable(
    Type.String({ description: 'The payment reference entered when the payout was marked as paid.' }),
  ),
  createdAt: Instant,
  createdBy: nullable(Type.String()),
  closedAt: nullable(Instant),
  closedBy: nullable(
    Type.String({ description: 'The user or management key that marked the payout as paid or canceled it.' }),
  ),
  filedAt: nullable(
    Type.String({ format: 'date-time', description: 'When the payout was last included in a payment file.' }),
  ),
  detailsVersion: nullable(
    Type.Integer({
      description:
        'The version of the partner’s payout details that the payout uses; null if there are none. An open payout ' +
        'uses newer details after `update-details` or in a payment file.',
    }),
  ),
  currentDetailsVersion: nullable(
    Type.Integer({
      description:
        'For an open payout, the version that a payment file or `update-details` would use now; null if the partner has no details. For a closed one, `detailsVersion`.',
    }),
  ),
  payoutBlocker: nullable(PayoutBlockerSchema),
})

const OpenBatch = namedObject('OpenPayoutBatch', {
  batchId: Type.Integer(),
  createdAt: Instant,
  currency: CurrencyCode,
  payouts: Type.Integer({ description: 'The number of open payouts in this currency.' }),
  amountCents: Cents,
})

const PayoutBlockers = namedObject('PayoutBlockers', {
  reason: PayoutBlockerSchema,
  currency: CurrencyCode,
  amountCents: Cents,
})

const PayoutItem = namedObject('PayoutItem', {
  commissionId: Type.Integer(),
  saleId: nullable(Type.Integer()),
  transactionId: nullable(Type.String({ description: 'The sale’s order ID.' })),
  leadId: nullable(Type.Integer()),
  amountCents: Type.Integer({
    description: 'Negative if it deducts a refund on a commission that was already paid.',
  }),
  earnedAt: Instant,
  commissionStatus: choice(COMMISSION_STATUSES, 'CommissionStatus'),
})

const Batch = namedObject('PayoutBatch', {
  ...sandboxFlag,
  id: Type.Integer(),
  payouts: Type.Integer(),
  commissions: Type.Integer(),
  sums: Type.Array(PayoutSum),
  isComplete: Type.Boolean({
    description: 'False if more is due than one batch can include. Create another batch for the rest.',
  }),
  waiting: Type.Array(WaitingSum, { description: 'Requested balances that are excluded, and the reasons.' }),
})

const BatchPreview = namedObject('PayoutBatchPreview', {
  ...sandboxFlag,
  payouts: Type.Integer(),
  commissions: Type.Integer(),
  sums: Type.Array(PayoutSum),
  withoutDetails: Type.Object(
    {
      payouts: Type.Integer(),
      partnerIds: Type.Array(Type.Integer(), {
        maxItems: payoutLimits.waitingPartners,
        description: `The first ${payoutLimits.waitingPartners} partners.`,
      }),
    },
    {
      description: 'The payouts whose partners have no payout details. No payment file can include them.',
    },
  ),
  isComplete: Type.Boolean({ description: 'False if more is due than one batch can include.' }),
  waiting: Type.Array(WaitingSum, { description: 'Requested balances that are excluded, and the reasons.' }),
})

const PositiveInteger = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

const DetailsRequired = Type.Boolean({
  description: 'Whether to exclude partners without payout details. Defaults to the program’s setting.',
})

const BatchBody = Type.Object(
  {
    currency: Type.Optional(CurrencyCode),
    partnerIds: Type.Optional(
      Type.Array(PositiveInteger, {
        minItems: 1,
        maxItems: payoutLimits.payoutPartners,
        uniqueItems: true,
        description: 'Defaults to all partners with a balance.',
      }),
    ),
    minimumCents: Type.Optional(PositiveInteger),
    detailsRequired: Type.Optional(DetailsRequired),
  },
  neverEmpty('currency', 'partnerIds', 'minimumCents'),
)
const PayBody = Type.Object({ reference: Type.Optional(Reference) })

/** Registers the routes for a program's payouts. Reading requires `billing:read`, writing `payout:manage`. */
export function registerManagePayouts(app: App, deps: ServiceDeps): void {
  registerPreview(app, deps)
  registerCreate(app, deps)
  registerList(app, deps)
  registerListOpenBatches(app, deps)
  registerRead(app, deps)
  registerListItems(app, deps)
  registerPay(app, deps)
  registerCancel(app, deps)
  registerUpdateDetails(app, deps)
}

function registerPreview(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/payouts/preview',
    operationId: 'previewPayouts',
    summary: 'Preview payouts',
    description:
      'Returns the payouts that would be created now, and the balances that would be excluded. Changes nothing.',
    permission: 'billing:read',
    query: {
      parameters: {
        currency: Type.Optional(CurrencyCode),
        partnerId: Type.Optional(Type.Integer()),
        minimumCents: Type.Optional(PositiveInteger),
        detailsRequired: Type.Optional(DetailsRequired),
      },
      read: (query) => ({
        detailsRequired:
          readText(query, 'detailsRequired') === undefined ? undefined : readFlag(query, 'detailsRequired'),
        currency: readCurrency(query),
        partnerId: readId(query, 'partnerId'),
        minimumCents: readPositive(query, 'minimumCents', Number.MAX_SAFE_INTEGER),
      }),
    },
    response: dataSchema(BatchPreview),
    handle: async ({ ctx, program, query: { partnerId, ...query } }) => {
      const partnerIds = partnerId === undefined ? undefined : [partnerId]
      const requested = { ...query, partnerIds }
      const { chosen, withoutDetails, isComplete, waiting } = await previewPayoutBatch(
        ctx,
        program.id,
        requested,
      )
      const owedBalances = chosen.map((balance) => ({ ...balance, amount_cents: balance.owed_cents }))
      const commissions = chosen.reduce((sum, balance) => sum + balance.commissions, 0)
      return {
        data: {
          ...showSandbox(program),
          payouts: chosen.length,
          commissions,
          sums: sumPayouts(owedBalances, ctx.config.currencies),
          withoutDetails: {
            payouts: withoutDetails.length,
            partnerIds: [...new Set(withoutDetails.map(({ partner_id }) => partner_id))].slice(
              0,
              payoutLimits.waitingPartners,
            ),
          },
          isComplete,
          waiting: showWaiting(waiting, ctx.config.currencies),
        },
      }
    },
  })
}

function registerCreate(app: App, deps: ServiceDeps) {
  const keyedQueue = createKeyedQueue()
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payouts',
    operationId: 'createPayouts',
    summary: 'Create payouts',
    description:
      'Creates one open payout per approved partner and currency for the full balance, including deductions. A ' +
      'partner gets no payout if the balance is not positive or is below `minimumCents` (by default, the program’s ' +
      'minimum), or if the partner is not approved, has payouts paused or lacks required payout details. `waiting` ' +
      'lists these balances and the reasons.',
    permission: 'payout:manage',
    body: {
      schema: Type.Optional(BatchBody),
    },
    status: 201,
    response: dataSchema(Batch),
    errors: [409],
    errorDetails: { 409: NothingDue },
    handle: async ({
      ctx,
      program,
      actorId,
      body: { currency, partnerIds, minimumCents, detailsRequired },
    }) => {
      const requested = { currency, partnerIds, minimumCents, detailsRequired }
      const batch = await keyedQueue(String(program.id), () =>
        createPayoutBatch(ctx, program.id, requested, actorId),
      )
      if (batch.kind === 'nothing_due') throw nothingDueError(batch.waiting, ctx.config.currencies)
      const { id, payouts, isComplete } = batch
      const waitingTotals = showWaiting(batch.waiting, ctx.config.currencies)
      const commissions = payouts.reduce((sum, payout) => sum + payout.commissions, 0)
      return {
        data: {
          ...showSandbox(program),
          id,
          payouts: payouts.length,
          commissions,
          sums: sumPayouts(payouts, ctx.config.currencies),
          isComplete,
          waiting: waitingTotals,
        },
      }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/payouts',
    operationId: 'listPayouts',
    summary: 'List payouts',
    permission: 'billing:read',
    query: {
      parameters: { ...pageParameters, ...payoutFilterParameters },
      read: (query) => ({ page: readPage(query), filter: readPayoutFilter(query) }),
    },
    response: listSchema(Payout),
    handle: async ({ ctx, program, query: { page, filter } }) => {
      const at = ctx.clock.now()
      const rows = await listPayouts(deps.database.kysely, program.id, { ...filter, at }, page)
      return toPage(rows, page, ['created_at', 'id'], (row) => showPayout(row, program))
    },
  })
}

function registerListOpenBatches(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/payout-batches/open',
    operationId: 'listOpenPayoutBatches',
    summary: 'List batches with open payouts',
    description: `Returns the newest ${payoutLimits.openBatches} batches, newest first, with one entry per currency. Each payment file pays one entry.`,
    permission: 'billing:read',
    response: dataSchema(Type.Array(OpenBatch)),
    handle: async ({ program }) => {
      const rows = await listOpenBatches(deps.database.kysely, program.id, payoutLimits.openBatches)
      return {
        data: rows.map((row) => ({ ...toResponseFields(row), amountCents: BigInt(row.amount_cents) })),
      }
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/payouts/:payoutId',
    operationId: 'readPayout',
    summary: 'Retrieve a payout',
    permission: 'billing:read',
    ids: { payoutId: payoutNotFoundError },
    response: dataSchema(Payout),
    handle: async ({ ctx, program, ids }) => ({
      data: showPayout(await requirePayout(ctx, program.id, ids.payoutId), program),
    }),
  })
}

function registerListItems(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/payouts/:payoutId/items',
    operationId: 'listPayoutItems',
    summary: 'List payout items',
    description:
      'The items are fixed when the payout is created. Later refunds are deducted from the next payout.',
    permission: 'billing:read',
    ids: { payoutId: payoutNotFoundError },
    query: pageQuery,
    response: listSchema(PayoutItem),
    handle: async ({ ctx, program, ids, query: page }) => {
      const payout = await requirePayout(ctx, program.id, ids.payoutId)
      const rows = await listPayoutItems(deps.database.kysely, program.id, payout.id, page)
      return toPage(rows, page, ['earned_at', 'commission_id'], (row) => ({
        ...toResponseFields(row),
        commissionStatus: row.status,
      }))
    },
  })
}

function registerPay(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payouts/:payoutId/pay',
    operationId: 'payPayout',
    summary: 'Mark a payout as paid',
    description:
      'Fails with 409 and the `reason`, `currency` and `amountCents` if the partner is not approved or their payouts are paused.',
    permission: 'payout:manage',
    ids: { payoutId: payoutNotFoundError },
    body: { schema: Type.Optional(PayBody) },
    response: dataSchema(Payout),
    errors: [409],
    errorDetails: { 409: PayoutBlockers },
    handle: async ({ ctx, program, actorId, ids: { payoutId: id }, body: { reference } }) => {
      const status = await payPayout(ctx, program.id, { id, reference }, actorId)
      if (status === 'not_found') throw payoutNotFoundError()
      if (isBlocker(status)) throw blockedError(status, await requirePayout(ctx, program.id, id))
      if (status !== 'open') throw notOpenError(status)
      return { data: showPayout(await requirePayout(ctx, program.id, id), program) }
    },
  })
}

function registerCancel(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payouts/:payoutId/cancel',
    operationId: 'cancelPayout',
    summary: 'Cancel a payout',
    description: 'The next batch includes its commissions again.',
    permission: 'payout:manage',
    ids: { payoutId: payoutNotFoundError },
    response: dataSchema(Payout),
    errors: [400, 409],
    handle: async ({ ctx, program, actorId, ids: { payoutId: id } }) => {
      const status = await cancelPayout(ctx, program.id, id, actorId)
      if (status === 'not_found') throw payoutNotFoundError()
      if (status !== 'canceled_now') throw notOpenError(status)
      return { data: showPayout(await requirePayout(ctx, program.id, id), program) }
    },
  })
}

function registerUpdateDetails(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/payouts/:payoutId/update-details',
    operationId: 'updatePayoutDetails',
    summary: 'Use the current payout details',
    description:
      'Updates an open payout to the payout details that apply now. Payment files do this automatically. Returns 409 ' +
      'if the partner has no details that apply now.',
    permission: 'payout:manage',
    ids: { payoutId: payoutNotFoundError },
    response: dataSchema(Payout),
    errors: [409],
    handle: async ({ ctx, program, ids: { payoutId: id } }) => {
      const status = await updatePayoutDetails(ctx, program.id, id)
      if (status === 'not_found') throw payoutNotFoundError()
      if (status === 'no_details') {
        throw new ApiError(
          'conflict',
          'The partner has no payout details that apply yet. Ask them to add details in the portal.',
          { reason: 'no_details' },
        )
      }
      if (status !== 'current') throw notOpenError(status)
      return { data: showPayout(await requirePayout(ctx, program.id, id), program) }
    },
  })
}

async function requirePayout(
  { database, clock }: Pick<ServiceDeps, 'database' | 'clock'>,
  programId: number,
  id: number,
): Promise<PayoutRow> {
  const payout = await findPayout(database.kysely, programId, id, clock.now())
  if (payout === undefined) throw payoutNotFoundError()
  return payout
}

function payoutNotFoundError() {
  return new ApiError('not_found', 'The program has no payout with this ID.')
}

function isBlocker(outcome: PayoutStatus | PayoutBlocker): outcome is PayoutBlocker {
  return outcome in PAYOUT_BLOCKER_TEXT
}

function blockedError(reason: PayoutBlocker, { currency, amount_cents }: PayoutRow) {
  return new ApiError(
    'conflict',
    `The payout is blocked: ${PAYOUT_BLOCKER_TEXT[reason]}. Nothing was changed.`,
    {
      reason,
      currency,
      amountCents: BigInt(amount_cents),
    },
  )
}

function notOpenError(status: string) {
  return new ApiError('conflict', `The payout is already ${status}. Nothing was changed.`, { status })
}

function showPayout(row: PayoutRow, program: { sandbox: boolean }): Static<typeof Payout> {
  return {
    ...toResponseFields(row),
    ...showSandbox(program),
    amountCents: BigInt(row.amount_cents),
    refundedCents: BigInt(row.refunded_cents),
    payoutBlocker: findPayoutBlocker(row),
  }
}
