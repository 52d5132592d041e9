import Type, { type Static } from 'typebox'
import { dataSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { awaitingReviewFilter } from '../../earnings/commissions/commission-filter.http.ts'
import { countAwaitingReview } from '../../earnings/commissions/list-commissions.sql.ts'
import { countPayoutsDue } from '../../earnings/payouts/create-payout-batch.flow.ts'
import { countOpenPayouts } from '../../earnings/payouts/list-payouts.sql.ts'
import { countPendingApplications } from '../../partners/enrollments/applications.sql.ts'
import { countOpenClaims } from '../../portal/inquiries/claims.sql.ts'
import { countUnresolvedEvents } from '../../tracking/processors/events-for-review.sql.ts'
import { readInactivityAlerts } from '../../tracking/requests/read-inactivity-alerts.flow.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { waitingWorkLimits } from './limits.ts'

const { countedItems: MOST } = waitingWorkLimits

const Count = (description: string) => nullable(Type.Integer({ minimum: 0, maximum: MOST, description }))

const WaitingWork = namedObject('WaitingWork', {
  applications: Count('Pending applications.'),
  commissions: Count('Commissions in the list with `awaitingReview=true`.'),
  claims: Count('Open claims.'),
  eventsForReview: Count('Unresolved processor events.'),
  payoutsDue: Count('Partners in the balance list with `due=true`. 0 if payouts are created on a schedule.'),
  openPayouts: Count('Payouts that were created but not paid or canceled.'),
  inactivityAlerts: Count('Current inactivity alerts.'),
})

/**
 * Registers `GET /api/programs/:programId/waiting-work`, which counts the work that is waiting for a team member, as
 * shown on the overview and in the navigation. Each count is the number of rows in its list.
 */
export function registerCountWaitingWork(app: App, deps: ServiceDeps): void {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/waiting-work',
    operationId: 'countWaitingWork',
    summary: 'Count waiting work',
    description:
      `Counts the work that is waiting for a decision or payment, up to ${MOST} each. A count is null if you lack the permission to read ` +
      'its list: `tracking:list` for applications, `billing:read` for money. Test events are never counted.',
    permission: 'tracking:read',
    response: dataSchema(WaitingWork),
    handle: async ({ ctx, program, may }) => {
      const { kysely } = ctx.database
      const lists = may('tracking:list')
      const bills = may('billing:read')
      const awaitingReview = awaitingReviewFilter(program, ctx.clock.now())
      const [applications, commissions, claims, eventsForReview, payoutsDue, openPayouts, alerts] =
        await Promise.all([
          lists ? countPendingApplications(kysely, program.id, MOST) : null,
          bills ? countAwaitingReview(kysely, program.id, awaitingReview, MOST) : null,
          bills ? countOpenClaims(kysely, program.id, MOST) : null,
          bills ? countUnresolvedEvents(kysely, program.id, MOST) : null,
          bills ? countPayoutsDue(ctx, program.id, MOST) : null,
          bills ? countOpenPayouts(kysely, program.id, MOST) : null,
          readInactivityAlerts(ctx, program),
        ])
      const data: Static<typeof WaitingWork> = {
        applications,
        commissions,
        claims,
        eventsForReview,
        payoutsDue,
        openPayouts,
        inactivityAlerts: alerts.length,
      }
      return { data }
    },
  })
}
