import Type, { type Static } from 'typebox'
import { COMMISSION_KINDS, PAYOUT_BLOCKERS, PAYOUT_METHODS, PAYOUT_STATUSES } from '../../core/enums.ts'
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
import { pageQuery, toPage } from '../../core/http/page.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import { listPayouts } from '../../earnings/payouts/list-payouts.sql.ts'
import { NextPayout, showNextPayout } from '../../earnings/payouts/next-payout.http.ts'
import { readNextPayouts } from '../../earnings/payouts/read-next-payouts.flow.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { customerCode } from './customer-code.rule.ts'
import { partnerPortalLimits } from './limits.ts'
import { type OpenPayoutsRow, readOpenPayouts } from './open-payouts.sql.ts'
import { findOwnPayout, listOwnPayoutItems } from './own-payout-items.sql.ts'
import { PortalBalance, showOwnBalance } from './partner-balance.http.ts'
import { readPartnerBalances } from './partner-balances.sql.ts'
import { readPayoutRules } from './payout-rules.flow.ts'
import { upcomingHolds } from './upcoming-holds.rule.ts'
import { readDueHolds } from './upcoming-holds.sql.ts'

const PortalPayout = namedObject('PortalPayout', {
  id: Type.Integer(),
  status: choice(PAYOUT_STATUSES, 'PayoutStatus'),
  currency: CurrencyCode,
  amountCents: cents({ description: 'Fixed when the payout was created.' }),
  commissions: Type.Integer(),
  reference: nullable(Type.String({ description: 'Payment reference entered by the program.' })),
  createdAt: Instant,
  closedAt: nullable(Instant),
})

const PortalPayoutItem = namedObject('PortalPayoutItem', {
  commissionId: Type.Integer(),
  kind: choice(COMMISSION_KINDS, 'CommissionKind'),
  isRenewal: Type.Boolean(),
  customer: Type.String({ description: 'A pseudonymous code, which is always the same for a customer.' }),
  earnedAt: Instant,
  currency: CurrencyCode,
  amountCents: cents({
    description: 'Negative if the payout deducts a commission that was reversed after it was paid.',
  }),
})

const PortalOpenPayouts = namedObject('PortalOpenPayouts', {
  currency: CurrencyCode,
  amountCents: cents({ description: 'The total of payouts that were created but not paid yet.' }),
  payouts: Type.Integer({ minimum: 1 }),
  createdAt: Instant,
  methods: Type.Array(choice(PAYOUT_METHODS, 'PayoutMethod'), {
    description: 'The payout methods. Empty if the program requires no payout details.',
  }),
})

const Holds = namedObject('PortalHolds', {
  days: Type.Array(
    namedObject('PortalHoldDay', { day: Type.String({ format: 'date' }), centsByCurrency: CentsByCurrency }),
    {
      description: `The next days on which holds end, in the program’s time zone. At most ${partnerPortalLimits.holdDaysShown}.`,
    },
  ),
  laterByCurrency: CentsByCurrency,
})

/** Registers the routes for a partner's payouts, and what the next one is waiting for. */
export function registerReadOwnPayouts(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/balance',
    operationId: 'readOwnBalance',
    summary: 'Read your balances',
    response: dataSchema(
      Type.Object({
        balances: Type.Array(PortalBalance),
        payoutBlocker: nullable(choice(PAYOUT_BLOCKERS, 'PayoutBlocker')),
        hasPayoutDetails: Type.Boolean({ description: 'Whether you have active payout details.' }),
        openPayouts: Type.Array(PortalOpenPayouts, {
          description:
            'Payouts that were created but not paid yet, with one entry per currency. `createdAt` is the creation time of the oldest payout.',
        }),
        nextPayouts: Type.Array(NextPayout, { description: 'One entry per currency.' }),
        holds: Holds,
      }),
    ),
    handle: async ({ ctx, program }) => {
      const { id: programId, partner_id: partnerId } = program
      const balances = await readPartnerBalances(kysely, [program])
      const next = await readNextPayouts(ctx, programId, [partnerId])
      const openPayouts = await readOpenPayouts(kysely, { programId, partnerId })
      const nextPayouts = (next.get(partnerId) ?? []).map(showNextPayout)
      const rules = await readPayoutRules(ctx, program)
      const holds = await readDueHolds(
        kysely,
        { programId, partnerId },
        { now: ctx.clock.now(), rows: partnerPortalLimits.holdRows },
      )
      return {
        data: {
          balances: balances.map(showOwnBalance),
          payoutBlocker: rules.blocker,
          hasPayoutDetails: rules.hasDetails,
          openPayouts: openPayouts.map(showOpenPayouts),
          nextPayouts,
          holds: upcomingHolds(holds, {
            timeZone: program.time_zone,
            maxDays: partnerPortalLimits.holdDaysShown,
          }),
        },
      }
    },
  })
  registerItems(app, deps)
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/payouts',
    operationId: 'listOwnPayouts',
    summary: 'List your payouts',
    query: pageQuery,
    response: listSchema(PortalPayout),
    handle: async ({ ctx, program, query: page }) => {
      const filter = {
        partnerId: program.partner_id,
        status: undefined,
        currency: undefined,
        batchId: undefined,
        at: ctx.clock.now(),
      }
      const rows = await listPayouts(kysely, program.id, filter, page)
      return toPage(rows, page, ['created_at', 'id'], (row) => ({
        ...toResponseFields(row),
        amountCents: BigInt(row.amount_cents),
      }))
    },
  })
}

function registerItems(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/payouts/:payoutId/items',
    operationId: 'listOwnPayoutItems',
    summary: 'List a payout’s commissions and deductions',
    ids: ['payoutId'],
    query: pageQuery,
    response: listSchema(PortalPayoutItem),
    handle: async ({ ctx, program, ids: { payoutId = 0 }, query: page }) => {
      const partner = { programId: program.id, partnerId: program.partner_id }
      const payout = await findOwnPayout(ctx.database.kysely, partner, payoutId)
      if (payout === undefined) throw new ApiError('not_found', 'You have no payout with this ID.')
      const rows = await listOwnPayoutItems(ctx.database.kysely, program.id, payoutId, page)
      return toPage(rows, page, ['earned_at', 'commission_id'], (row) => ({
        ...toResponseFields(row),
        currency: payout.currency,
        amountCents: BigInt(row.amount_cents),
        customer: customerCode(program.id, row.customer_id, ctx.config.appSecret),
        isRenewal: row.is_renewal === true,
      }))
    },
  })
}

function showOpenPayouts(row: OpenPayoutsRow): Static<typeof PortalOpenPayouts> {
  const { currency, payouts, methods } = row
  return {
    currency,
    amountCents: BigInt(row.amount_cents),
    payouts,
    createdAt: row.created_at.toISOString(),
    methods,
  }
}
