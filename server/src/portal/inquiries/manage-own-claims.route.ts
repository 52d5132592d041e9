import Type from 'typebox'
import { CLAIM_STATES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataSchema, Instant, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageQuery, toPage } from '../../core/http/page.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { claimedFields, readClaimed } from './claim-files.http.ts'
import { type ClaimRow, listOwnClaims } from './claims.sql.ts'
import { fileClaim, withdrawClaim } from './file-claim.flow.ts'
import { inquiryLimits } from './limits.ts'

const PortalClaim = namedObject('PortalClaim', {
  id: Type.Integer(),
  state: choice(CLAIM_STATES, 'ClaimState'),
  transactionId: nullable(Type.String()),
  day: nullable(Type.String({ description: 'YYYY-MM-DD, if the claim is about a day.' })),
  note: nullable(Type.String({ description: 'Your note. Null after the customer is erased.' })),
  message: nullable(Type.String({ description: 'The program’s reply.' })),
  createdAt: Instant,
  closedAt: nullable(Instant),
  commissionId: nullable(Type.Integer({ description: 'The earning that the approval created.' })),
})

const FileBody = Type.Object({
  ...claimedFields,
  note: DisplayText(inquiryLimits.maxClaimNoteLength, {
    description: 'Why the sale should be credited to you. The program can see it.',
  }),
})

const CLAIMS = '/api/partner/programs/:programId/claims'
const PortalClaimResponse = dataSchema(PortalClaim)

/**
 * Registers the routes for a partner's claims, which are open until the program decides or the partner withdraws them.
 */
export function registerManageOwnClaims(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerFile(app, deps)
  registerWithdraw(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: CLAIMS,
    operationId: 'listOwnClaims',
    summary: 'List your claims',
    query: pageQuery,
    response: listSchema(PortalClaim),
    handle: async ({ ctx, program, query: page }) => {
      const rows = await listOwnClaims(ctx.database.kysely, toPartnerIds(program), page)
      return toPage(rows, page, ['created_at', 'id'], toResponseFields)
    },
  })
}

function registerFile(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: CLAIMS,
    operationId: 'createOwnClaim',
    summary: 'Create a claim',
    description:
      'Takes an order ID or a day. The response reveals nothing about the order. The program decides. ' +
      `You can have one open claim per order or day, ${inquiryLimits.openClaims} open claims in total, and create ${inquiryLimits.claimsPerDay} per day.`,
    body: { schema: FileBody },
    status: 201,
    response: PortalClaimResponse,
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      const claimedOrder = readClaimed(body, program.time_zone, ctx.clock.now())
      const outcome = await fileClaim(ctx, toPartnerIds(program), {
        claimed: claimedOrder,
        note: body.note.trim(),
      })
      if (outcome.kind === 'filed') return { data: showUnpaid(outcome.claim) }
      throw new ApiError('conflict', UNFILED[outcome.kind])
    },
  })
}

const UNFILED = {
  open_already: 'You already have an open claim for this order or day. The program will review it.',
  too_many_open: `You have ${inquiryLimits.openClaims} open claims. Wait for a decision, or withdraw one.`,
  too_many_made: `You can create ${inquiryLimits.claimsPerDay} claims per day. Try again tomorrow.`,
  account_closed: 'Your account is closed.',
}

function registerWithdraw(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: `${CLAIMS}/:claimId/withdraw`,
    operationId: 'withdrawOwnClaim',
    summary: 'Withdraw a claim',
    ids: ['claimId'],
    response: PortalClaimResponse,
    errors: [409],
    handle: async ({ ctx, program, ids: { claimId = 0 } }) => {
      const outcome = await withdrawClaim(ctx, toPartnerIds(program), claimId)
      if (outcome.kind === 'none') throw new ApiError('not_found', 'You have no claim with this ID.')
      if (outcome.kind === 'withdrawn') return { data: showUnpaid(outcome.claim) }
      const { state } = outcome.claim
      throw new ApiError('conflict', `This claim is already ${state}. Nothing was changed.`, { state })
    },
  })
}

const showUnpaid = (claim: ClaimRow) => ({ ...toResponseFields(claim), commissionId: null })

const toPartnerIds = ({ id, partner_id }: EnrollmentRow) => ({ programId: id, partnerId: partner_id })
