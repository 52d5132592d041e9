import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { CLAIM_STATES } from '../../core/enums.ts'
import { ApiError, invalidField } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataOf, givenId, listOf, nullable } from '../../core/http/management-route.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice, readPositive, readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { onboardingLimits } from '../../partners/onboarding/limits.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { Claim, ClaimDetails, deciderName, showClaim, showEvidence } from './claim-answer.http.ts'
import { countOpenClaims, findClaim, listClaims } from './claims.sql.ts'
import { acceptClaim, type DecidedClaim, rejectClaim } from './decide-claim.flow.ts'
import { inquiryLimits } from './limits.ts'
import { OBSTACLE_WORDS } from './obstacle-text.rule.ts'
import { readEvidence } from './read-evidence.flow.ts'

const Name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: limits.idChars, description }))

const AcceptBody = Type.Object({
  transactionId: Name('The order, of a claim that names a day alone.'),
  customerId: Type.Optional(
    givenId('Who bought, of the partner’s customers, where the order itself names nobody.'),
  ),
  clickId: Name('Else a click of the partner that brought the buyer: its visitor becomes a customer.'),
  productId: Name('What was sold, where a call is granted that was refused: it is kept without it.'),
  words: Type.Optional(
    nullable(DisplayText(onboardingLimits.decisionChars, { description: 'The partner is told them.' })),
  ),
})
const RejectBody = Type.Object({
  words: DisplayText(onboardingLimits.decisionChars, { description: 'Why: the partner is told them.' }),
})

const CLAIMS = '/api/programs/:programId/claims' as const

/** What partners believe to be theirs: reading takes `billing:read`, deciding `claim:manage`. */
export function registerManageClaims(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerCount(app, deps)
  registerRead(app, deps)
  registerAccept(app, deps)
  registerReject(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: CLAIMS,
    operationId: 'listClaims',
    summary: 'List the claims of partners',
    permission: 'billing:read',
    query: {
      parameters: {
        ...pageParameters,
        state: Type.Optional(choice(CLAIM_STATES, 'ClaimState')),
        partnerId: Type.Optional(givenId()),
      },
      read: (query) => ({
        page: readPage(query),
        filter: {
          state: readChoice(query, 'state', CLAIM_STATES),
          partnerId: readPositive(query, 'partnerId', Number.MAX_SAFE_INTEGER),
        },
      }),
    },
    answer: listOf(Claim),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listClaims(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showClaim)
    },
  })
}

function registerCount(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: `${CLAIMS}/open`,
    operationId: 'countOpenClaims',
    summary: 'Count the claims that wait for the team',
    description: `Counts to ${inquiryLimits.openClaimsCounted} and no further.`,
    permission: 'billing:read',
    answer: dataOf(Type.Object({ open: Type.Integer({ minimum: 0 }) })),
    handle: async ({ program }) => ({
      data: {
        open: await countOpenClaims(deps.database.kysely, program.id, inquiryLimits.openClaimsCounted),
      },
    }),
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: `${CLAIMS}/:claimId`,
    operationId: 'readClaim',
    summary: 'Read a claim with the evidence',
    description:
      'Beside the claim stand the timeline of its order, what was received of it, what is in the way of accepting, and the ' +
      'partner’s clicks and customers of that time.',
    permission: 'billing:read',
    ids: { claimId: noSuchClaim },
    query: {
      parameters: { transactionId: Name('The order to look at, of a claim that names a day alone.') },
      read: (query) => ({ transactionId: readText(query, 'transactionId') }),
    },
    answer: dataOf(ClaimDetails),
    handle: async ({ ctx, program, ids: { claimId }, query: { transactionId } }) => {
      const row = await findClaim(ctx.database.kysely, program.id, claimId)
      if (row === undefined) throw noSuchClaim()
      const evidence = await readEvidence(ctx, program, row, transactionId)
      return { data: showEvidence(program.id, row, evidence) }
    },
  })
}

function registerAccept(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: `${CLAIMS}/:claimId/accept`,
    operationId: 'acceptClaim',
    summary: 'Accept a claim',
    description:
      'Its order becomes a sale of the partner, with an ordinary commission by the policies that were in force when the ' +
      'order was received first, whatever the attribution window; the hold begins now. The order must be an unattributed ' +
      'payment, or a sale call that was refused because it found nobody or came too late.',
    permission: 'claim:manage',
    ids: { claimId: noSuchClaim },
    body: { schema: AcceptBody },
    answer: dataOf(Claim),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { claimId }, body }) => {
      const { transactionId, words, ...chosen } = body
      const accepting = { claimId, actorId, transactionId, chosen, words: words?.trim() ?? null }
      return answer(ctx, program.id, await acceptClaim(ctx, program, accepting))
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
    ids: { claimId: noSuchClaim },
    body: { schema: RejectBody },
    answer: dataOf(Claim),
    errors: [409],
    handle: async ({ ctx, program, actorId, ids: { claimId }, body }) =>
      answer(
        ctx,
        program.id,
        await rejectClaim(ctx, program, { claimId, actorId, words: body.words.trim() }),
      ),
  })
}

/** @throws {ApiError} 404, 400 or 409 that says what is in the way */
async function answer({ database: { kysely } }: ServiceDeps, programId: number, decided: DecidedClaim) {
  switch (decided.kind) {
    case 'none':
      throw noSuchClaim()
    case 'wrong_choice':
      throw invalidField(decided.field, decided.message)
    case 'refused':
      throw new ApiError('conflict', OBSTACLE_WORDS[decided.obstacle], { obstacle: decided.obstacle })
  }
  const row = await findClaim(kysely, programId, decided.claim.id)
  if (row === undefined) throw new Error(`claim ${decided.claim.id} is gone`)
  if (decided.kind === 'decided') return { data: showClaim(row) }
  const who = deciderName(row)
  const by = who === null ? '' : ` by ${who}`
  const { state } = row
  throw new ApiError('conflict', `Meanwhile this claim was ${state}${by}: look at it again.`, {
    state,
    by: who,
  })
}

function noSuchClaim() {
  return new ApiError('not_found', 'The program has no claim of this id.')
}
