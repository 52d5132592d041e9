import Type from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { type ReviewOutcome, reviewCommissions } from '../flows/review-commissions.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { listCommissionChanges } from '../store/commission-changes.ts'
import { findCommission } from '../store/read-event.ts'

const STATUSES = ['pending', 'approved', 'paid', 'reversed'] as const

/** The commissions that one call is about. */
export const CommissionIds = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  minItems: 1,
  maxItems: limits.reviewedCommissions,
  uniqueItems: true,
})

const Reason = Type.String({ minLength: 1, maxLength: limits.titleChars, pattern: '\\S' })

const ApproveBody = Type.Object({ commissionIds: CommissionIds, reason: Type.Optional(Reason) })
const RejectBody = Type.Object({ commissionIds: CommissionIds, reason: Reason })

const Reviewed = Type.Object({
  changed: Type.Integer(),
  unchanged: Type.Integer({ description: 'They stood there already.' }),
})

const CommissionChange = Type.Object({
  id: Type.Integer(),
  fromStatus: choice(STATUSES),
  toStatus: choice(STATUSES),
  fromAmountCents: Type.Integer({ description: 'What was left of it before.' }),
  toAmountCents: Type.Integer(),
  actor: choice(['system', 'user', 'merchant', 'processor']),
  actorName: nullable(Type.String({ description: 'Of a user.' })),
  reason: Type.String(),
  changedAt: Instant,
})

const readApproveBody = bodyReader(ApproveBody)
const readRejectBody = bodyReader(RejectBody)

/** Commissions by hand, singly or in bulk: approve, reject, and what happened to one. */
export function registerReviewCommissions(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/commissions/approve',
    schema: {
      ...managementSchema,
      operationId: 'approveCommissions',
      summary: 'Approve pending commissions, all of them or none',
      params: ProgramParams,
      body: ApproveBody,
      response: { 200: dataOf(Reviewed), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request) => {
      const access = await requirePermission(deps, request, request.params.programId, 'commission:manage')
      const { commissionIds, reason = 'approved by hand' } = readApproveBody(readObject(request.body))
      const review = { review: 'approve', userId: access.userId, reason } as const
      return answer(await reviewCommissions(deps, access.program.id, commissionIds, review))
    },
  })

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/commissions/reject',
    schema: {
      ...managementSchema,
      operationId: 'rejectCommissions',
      summary: 'Reject commissions that are not paid, all of them or none',
      params: ProgramParams,
      body: RejectBody,
      response: { 200: dataOf(Reviewed), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request) => {
      const access = await requirePermission(deps, request, request.params.programId, 'commission:manage')
      const { commissionIds, reason } = readRejectBody(readObject(request.body))
      const review = { review: 'reject', userId: access.userId, reason } as const
      return answer(await reviewCommissions(deps, access.program.id, commissionIds, review))
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/commissions/:commissionId/changes',
    schema: {
      ...managementSchema,
      operationId: 'listCommissionChanges',
      summary: 'What happened to a commission: who, when, from, to, why',
      params: Type.Object({ ...ProgramParams.properties, commissionId: Type.String() }),
      response: { 200: dataOf(Type.Array(CommissionChange)), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'billing:read')
      const { kysely } = deps.database
      const id = parseId(request.params.commissionId)
      const commission = id === undefined ? undefined : await findCommission(kysely, program.id, id)
      if (commission === undefined)
        throw new ApiError('not_found', 'The program has no commission of this id.')
      const changes = await listCommissionChanges(kysely, program.id, commission.id, limits.commissionChanges)
      const data = changes.map((change) => ({
        id: change.id,
        fromStatus: change.from_status,
        toStatus: change.to_status,
        fromAmountCents: change.from_amount_cents,
        toAmountCents: change.to_amount_cents,
        actor: change.actor,
        actorName: change.actor_name,
        reason: change.reason,
        changedAt: change.changed_at.toISOString(),
      }))
      return { data }
    },
  })
}

function answer(outcome: ReviewOutcome) {
  switch (outcome.kind) {
    case 'reviewed':
      return { data: { changed: outcome.changed, unchanged: outcome.unchanged } }
    case 'unknown':
      throw new ApiError('not_found', 'The program has no commissions of these ids: nothing was changed.', {
        commissionIds: outcome.commissionIds,
      })
    case 'refused':
      throw new ApiError(
        'conflict',
        'These commissions are paid, reversed or on their way in a payout: nothing was changed.',
        { commissionIds: outcome.commissionIds },
      )
  }
}
