import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { CLAIM_STATES } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import {
  CurrencyCode,
  choice,
  dataSchema,
  Instant,
  listSchema,
  nullable,
  ObjectId,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice, readId, readPositive, readText } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { onboardingLimits } from '../../partners/onboarding/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { CLAIM_OBSTACLES } from './claim.ts'
import { Claim, ClaimDetails, deciderName, presentClaim, showEvidence } from './claim-response.http.ts'
import { findClaim, listClaims } from './claims.sql.ts'
import {
  approveClaim,
  type DecidedClaim,
  previewApproval,
  rejectClaim,
  type UndecidedClaim,
} from './decide-claim.flow.ts'
import { OBSTACLE_TEXT } from './obstacle-text.rule.ts'
import { readEvidence } from './read-evidence.flow.ts'

const Name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: limits.maxIdLength, description }))

const Choice = {
  transactionId: Name('The order, if the claim is only about a day.'),
  customerId: Type.Optional(
    ObjectId('The buyer, if the order identifies none. Must be one of the partner’s customers.'),
  ),
  clickId: Name(
    'A click on one of the partner’s links. The visitor becomes the customer. Alternative to `customerId`.',
  ),
  productId: Name('The product of a rejected sale. Rejected sales are stored without it.'),
}
const AcceptBody = Type.Object({
  ...Choice,
  message: Type.Optional(
    nullable(DisplayText(onboardingLimits.maxDecisionLength, { description: 'The reply to the partner.' })),
  ),
})
const RejectBody = Type.Object({
  message: DisplayText(onboardingLimits.maxDecisionLength, {
    description: 'The reason, which is shown to the partner.',
  }),
})

const CLAIMS = '/api/programs/:programId/claims' as const

/** Registers the routes for partners' claims. Reading requires `billing:read`, deciding `claim:manage`. */
export function registerManageClaims(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerRead(app, deps)
  registerPreview(app, deps)
  registerApprove(app, deps)
  registerReject(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: CLAIMS,
    operationId: 'listClaims',
    summary: 'List claims',
    permission: 'billing:read',
    query: {
      parameters: {
        ...pageParameters,
        state: Type.Optional(choice(CLAIM_STATES, 'ClaimState')),
        partnerId: Type.Optional(ObjectId()),
      },
      read: (query) => ({
        page: readPage(query),
        filter: {
          state: readChoice(query, 'state', CLAIM_STATES),
          partnerId: readPositive(query, 'partnerId', Number.MAX_SAFE_INTEGER),
        },
      }),
    },
    response: listSchema(Claim),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listClaims(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, ['created_at', 'id'], presentClaim)
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: `${CLAIMS}/:claimId`,
    operationId: 'readClaim',
    summary: 'Retrieve a claim',
    description:
      'Includes the evidence: the order’s timeline, what was received for it, why it can’t be approved, and the ' +
      'partner’s clicks and customers in that period.',
    permission: 'billing:read',
    ids: { claimId: claimNotFoundError },
    query: {
      parameters: { transactionId: Name('The order to look up, if the claim is only about a day.') },
      read: (query) => ({ transactionId: readText(query, 'transactionId') }),
    },
    response: dataSchema(ClaimDetails),
    handle: async ({ ctx, program, ids: { claimId }, query: { transactionId } }) => {
      const row = await findClaim(ctx.database.kysely, program.id, claimId)
      if (row === undefined) throw claimNotFoundError()
      const evidence = await readEvidence(ctx, program, row, transactionId)
      return { data: showEvidence(program.id, row, evidence) }
    },
  })
}

function registerPreview(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: `${CLAIMS}/:claimId/approval`,
    operationId: 'previewClaimApproval',
    summary: 'Preview the approval of a claim',
    description:
      'Returns the commission that an approval with these parameters would create, or why it would fail. Changes nothing.',
    permission: 'claim:manage',
    ids: { claimId: claimNotFoundError },
    query: {
      parameters: Choice,
      read: (query) => ({
        transactionId: readText(query, 'transactionId'),
        chosen: {
          customerId: readId(query, 'customerId'),
          clickId: readText(query, 'clickId'),
          productId: readText(query, 'productId'),
        },
      }),
    },
    response: dataSchema(
      namedObject('ClaimApproval', {
        commission: nullable(
          namedObject('ClaimedCommission', {
            amountCents: Type.Integer({ description: 'The amount less refunds that were already received.' }),
            currency: CurrencyCode,
            holdUntil: Instant,
          }),
        ),
        obstacle: nullable(choice(CLAIM_OBSTACLES, 'ClaimObstacle')),
      }),
    ),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { claimId }, query }) => {
      const preview = await previewApproval(ctx, program, { claimId, actorId, ...query })
      if (preview.kind === 'rejected') return { data: { commission: null, obstacle: preview.obstacle } }
      if (preview.kind !== 'preview') throw await decisionError(ctx, program.id, preview)
      return { data: { commission: toResponseFields(preview.commission), obstacle: null } }
    },
  })
}

function registerApprove(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: `${CLAIMS}/:claimId/approve`,
    operationId: 'approveClaim',
    summary: 'Approve a claim',
    description:
      'The order becomes the partner’s sale, with a commission under the policies in force when the ' +
      'order was first received, regardless of the attribution window. The hold starts now. The order must be an unattributed ' +
      'payment, or a sale request that was rejected because it matched no customer or was too late.',
    permission: 'claim:manage',
    ids: { claimId: claimNotFoundError },
    body: { schema: AcceptBody },
    response: dataSchema(Claim),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { claimId }, body }) => {
      const { transactionId, message, ...chosen } = body
      const approval = { claimId, actorId, transactionId, chosen, message: message?.trim() ?? null }
      return showDecided(ctx, program.id, await approveClaim(ctx, program, approval))
    },
  })
}

function registerReject(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: `${CLAIMS}/:claimId/reject`,
    operationId: 'rejectClaim',
    summary: 'Reject a claim',
    permission: 'claim:manage',
    ids: { claimId: claimNotFoundError },
    body: { schema: RejectBody },
    response: dataSchema(Claim),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { claimId }, body }) =>
      showDecided(
        ctx,
        program.id,
        await rejectClaim(ctx, program, { claimId, actorId, message: body.message.trim() }),
      ),
  })
}

/** @throws {ApiError} 400, 404 or 409 */
async function showDecided(deps: ServiceDeps, programId: number, decided: DecidedClaim) {
  if (decided.kind !== 'decided') throw await decisionError(deps, programId, decided)
  return { data: presentClaim(await readDecided(deps, programId, decided.claim.id)) }
}

async function decisionError(
  deps: ServiceDeps,
  programId: number,
  undecided: UndecidedClaim,
): Promise<ApiError> {
  switch (undecided.kind) {
    case 'none':
      return claimNotFoundError()
    case 'wrong_choice':
      return invalidFieldError(undecided.field, undecided.message)
    case 'rejected':
      return new ApiError('conflict', OBSTACLE_TEXT[undecided.obstacle], { obstacle: undecided.obstacle })
    case 'closed': {
      const row = await readDecided(deps, programId, undecided.claim.id)
      const decider = deciderName(row)
      const by = decider === null ? '' : ` by ${decider}`
      const { state } = row
      return new ApiError('conflict', `This claim was already ${state}${by}. Reload it.`, {
        state,
        by: decider,
      })
    }
  }
}

async function readDecided({ database: { kysely } }: ServiceDeps, programId: number, claimId: number) {
  const row = await findClaim(kysely, programId, claimId)
  if (row === undefined) throw new Error(`claim ${claimId} no longer exists`)
  return row
}

function claimNotFoundError() {
  return new ApiError('not_found', 'The program has no claim with this ID.')
}
