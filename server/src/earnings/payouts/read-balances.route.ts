import Type, { type Static } from 'typebox'
import { CurrencyCode, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readCurrency, readFlag, readId } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import { payoutBlocker } from '../../partners/enrollments/payout-blocker.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { listBalances, type PartnerBalances } from './balances.sql.ts'
import { nextBatch } from './create-payout-batch.flow.ts'
import { NextPayout, showNextPayout } from './next-payout.http.ts'
import { PayoutBlockerSchema } from './payout-response.http.ts'
import { type NextPayout as NextPayoutRead, readNextPayouts } from './read-next-payouts.flow.ts'

const PartnerBalance = namedObject('PartnerBalance', {
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  payoutBlocker: nullable(PayoutBlockerSchema),
  payoutHoldReason: nullable(Type.String({ description: 'The reason the partner’s payouts are paused.' })),
  balances: Type.Array(
    Type.Object({
      currency: CurrencyCode,
      pendingCents: cents({ description: 'Earned and not approved yet.' }),
      approvedCents: cents({ description: 'Approved and not paid.' }),
      paidCents: cents({ description: 'Paid out: the total of paid payouts.' }),
      owedCents: cents({
        description:
          'The amount of the next payout. Negative if commissions were refunded after they were paid.',
      }),
    }),
  ),
  nextPayouts: Type.Array(NextPayout, { description: 'One entry per currency listed above.' }),
})

/** Registers the route that lists what each partner has earned, been paid and is owed, per currency. */
export function registerReadBalances(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/balances',
    operationId: 'listBalances',
    summary: 'List partner balances',
    description:
      'Returns one entry per partner with commissions, newest partner first, with a balance per currency. ' +
      'Open payouts count as owed until they are paid. `nextPayouts` explains why each next payout is waiting.',
    permission: 'billing:read',
    query: {
      parameters: {
        ...pageParameters,
        partnerId: Type.Optional(Type.Integer()),
        currency: Type.Optional(CurrencyCode),
        due: Type.Optional(
          Type.Boolean({
            description:
              'Only partners with a balance that a payout created now would include. Without a schedule, partners ' +
              'without payout details are excluded once another partner has details.',
          }),
        ),
      },
      read: (query) => ({
        page: readPage(query),
        isDue: readFlag(query, 'due'),
        filter: {
          partnerId: readId(query, 'partnerId'),
          currency: readCurrency(query),
        },
      }),
    },
    response: listSchema(PartnerBalance),
    handle: async ({ ctx, program, query: { page, isDue, filter } }) => {
      const batchRequest = isDue ? (await nextBatch(ctx, program.id)).request : undefined
      const rows = await listBalances(ctx.database.kysely, program.id, { ...filter, due: batchRequest }, page)
      const nextPayouts = await readNextPayouts(
        ctx,
        program.id,
        rows.map(({ partner_id }) => partner_id),
      )
      return toPage(rows, page, ['joined_at', 'partner_id'], (row) =>
        showBalances(row, nextPayouts.get(row.partner_id) ?? []),
      )
    },
  })
}

function showBalances(
  row: PartnerBalances,
  nextPayouts: readonly NextPayoutRead[],
): Static<typeof PartnerBalance> {
  return {
    ...toResponseFields(row),
    payoutBlocker: payoutBlocker(row),
    balances: row.balances.map(({ currency, ...sums }) => ({
      currency,
      pendingCents: BigInt(sums.pending_cents),
      approvedCents: BigInt(sums.approved_cents),
      paidCents: BigInt(sums.paid_cents),
      owedCents: BigInt(sums.owed_cents),
    })),
    nextPayouts: nextPayouts
      .filter((one) => row.balances.some(({ currency }) => currency === one.currency))
      .map(showNextPayout),
  }
}
