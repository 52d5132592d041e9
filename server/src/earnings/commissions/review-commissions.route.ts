import Type from 'typebox'
import { ACTORS, COMMISSION_STATUSES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { webhookLimits } from '../../notifications/webhooks/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { findCommission } from './commission.sql.ts'
import { listCommissionChanges } from './commission-changes.sql.ts'
import { CommissionIds, unknownCommissionsError } from './commission-ids.http.ts'
import { commissionLimits } from './limits.ts'
import { type ReviewOutcome, reviewCommissions } from './review-commissions.flow.ts'

const Reason = DisplayText(webhookLimits.maxTitleLength)

const ApproveBody = Type.Object({ commissionIds: CommissionIds, reason: Type.Optional(Reason) })
const RejectBody = Type.Object({ commissionIds: CommissionIds, reason: Reason })

const ReviewResult = namedObject('ReviewedCommissions', {
  changed: Type.Integer(),
  unchanged: Type.Integer({ description: 'Number of commissions that were already in that state.' }),
})

const CommissionChange = namedObject('CommissionChange', {
  id: Type.Integer(),
  fromStatus: choice(COMMISSION_STATUSES, 'CommissionStatus'),
  toStatus: choice(COMMISSION_STATUSES, 'CommissionStatus'),
  fromAmountCents: Type.Integer({ description: 'The amount remaining before the change.' }),
  toAmountCents: Type.Integer(),
  actor: choice(ACTORS),
  actorName: nullable(Type.String({ description: 'The user or management key that made the change.' })),
  reason: Type.String(),
  changedAt: Instant,
})

export function registerReviewCommissions(app: App, deps: ServiceDeps): void {
  registerReviews(app, deps)
  registerWithdrawApproval(app, deps)
  registerListChanges(app, deps)
}

function registerReviews(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/commissions/approve',
    operationId: 'approveCommissions',
    summary: 'Approve pending commissions',
    description:
      'Changes all commissions or none. Fails with 409 if any of them is on hold as `possible_duplicate`; use ' +
      '`decidePossibleDuplicate` first.',
    permission: 'commission:manage',
    body: { schema: ApproveBody },
    response: dataSchema(ReviewResult),
    errors: [409],
    handle: async ({ ctx, program, actorId, body: { commissionIds, reason = 'approved manually' } }) => {
      const review = { review: 'approve', actorId, reason } as const
      return toResponse(await reviewCommissions(ctx, program.id, commissionIds, review))
    },
  })

  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/commissions/reject',
    operationId: 'rejectCommissions',
    summary: 'Reject unpaid commissions',
    permission: 'commission:manage',
    body: { schema: RejectBody },
    response: dataSchema(ReviewResult),
    errors: [409],
    handle: async ({ ctx, program, actorId, body: { commissionIds, reason } }) => {
      const review = { review: 'reject', actorId, reason } as const
      return toResponse(await reviewCommissions(ctx, program.id, commissionIds, review))
    },
  })
}

function registerWithdrawApproval(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/commissions/withdraw-approval',
    operationId: 'withdrawCommissionApproval',
    summary: 'Withdraw your approval of commissions',
    description:
      'Returns commissions that you approved to pending, all or none. Fails with 409 if any of them is paid or in a ' +
      'payout, was approved by someone else or automatically, was on hold, or has changed since. In a program with ' +
      'automatic approval, a commission is approved again once its hold period has ended.',
    permission: 'commission:manage',
    body: { schema: ApproveBody },
    response: dataSchema(ReviewResult),
    errors: [409],
    handle: async ({ ctx, program, actorId, body: { commissionIds, reason = 'approval withdrawn' } }) => {
      const review = { review: 'withdraw', actorId, reason } as const
      return toResponse(await reviewCommissions(ctx, program.id, commissionIds, review))
    },
  })
}

function registerListChanges(app: App, deps: ServiceDeps) {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/commissions/:commissionId/changes',
    operationId: 'listCommissionChanges',
    summary: 'List the changes to a commission',
    permission: 'billing:read',
    ids: { commissionId: commissionNotFoundError },
    response: dataSchema(Type.Array(CommissionChange)),
    handle: async ({ program, ids }) => {
      const commission = await findCommission(kysely, program.id, ids.commissionId)
      if (commission === undefined) throw commissionNotFoundError()
      const changes = await listCommissionChanges(
        kysely,
        program.id,
        commission.id,
        commissionLimits.commissionChanges,
      )
      const data = changes.map((change) => toResponseFields(change))
      return { data }
    },
  })
}

function commissionNotFoundError() {
  return new ApiError('not_found', 'The program has no commission with this ID.')
}

function toResponse(outcome: ReviewOutcome) {
  switch (outcome.kind) {
    case 'reviewed':
      return { data: { changed: outcome.changed, unchanged: outcome.unchanged } }
    case 'unknown':
      throw unknownCommissionsError(outcome.commissionIds)
    case 'rejected':
      throw new ApiError(
        'conflict',
        'Some commissions are paid, reversed or in a payout. Nothing was changed.',
        { commissionIds: outcome.commissionIds },
      )
    case 'not_withdrawable':
      throw new ApiError(
        'conflict',
        'Some approvals can’t be withdrawn: they aren’t yours, ended a hold, or the commissions have changed since. Nothing was changed.',
        { commissionIds: outcome.commissionIds },
      )
    case 'undecided':
      throw new ApiError(
        'conflict',
        'Some commissions are possible duplicates. Resolve each one first with POST …/commissions/:commissionId/duplicate.',
        { commissionIds: outcome.commissionIds },
      )
  }
}
