import Type, { type Static } from 'typebox'
import { CLAIM_STATES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
  listOf,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageQuery, toPage } from '../../core/http/page.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { PartnerProgramRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { claimedFields, readClaimed } from './claim-files.http.ts'
import { type ClaimRow, listOwnClaims } from './claims.sql.ts'
import { fileClaim, withdrawClaim } from './file-claim.flow.ts'
import { inquiryLimits } from './limits.ts'

const OwnClaim = namedObject('OwnClaim', {
  id: Type.Integer(),
  state: choice(CLAIM_STATES, 'ClaimState'),
  transactionId: nullable(Type.String()),
  day: nullable(Type.String({ description: 'YYYY-MM-DD, where no order is named.' })),
  note: nullable(Type.String({ description: 'Yours; null once the customer was erased.' })),
  words: nullable(Type.String({ description: 'What the program said to it.' })),
  createdAt: Instant,
  closedAt: nullable(Instant),
})

const FileBody = Type.Object({
  ...claimedFields,
  note: DisplayText(inquiryLimits.claimNoteChars, {
    description: 'Why you believe that the sale is yours. The program reads it.',
  }),
})

const CLAIMS = '/api/partner/programs/:programId/claims'
const ofClaim = dataOf(OwnClaim)

/** A partner's claims: what he believes to be his, until the program decides or he takes it back. */
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
    summary: 'List your claims, the newest first',
    query: pageQuery,
    answer: listOf(OwnClaim),
    handle: async ({ ctx, program, query: page }) => {
      const rows = await listOwnClaims(ctx.database.kysely, of(program), page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showOwnClaim)
    },
  })
}

function registerFile(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: CLAIMS,
    operationId: 'createOwnClaim',
    summary: 'Claim a sale that you believe to be yours',
    description:
      'By the id of an order, or by a day: exactly one of them. The answer says nothing of the order; the program decides. ' +
      `One claim of an order or a day is open at a time, ${inquiryLimits.openClaims} together, and ${inquiryLimits.claimsPerDay} are made in a day.`,
    body: { schema: FileBody },
    status: 201,
    answer: ofClaim,
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      const claimed = readClaimed(body, program.time_zone, ctx.clock.now())
      const filed = await fileClaim(ctx, of(program), { claimed, note: body.note.trim() })
      if (filed.kind === 'filed') return { data: showOwnClaim(filed.claim) }
      throw new ApiError('conflict', UNFILED[filed.kind])
    },
  })
}

const UNFILED = {
  open_already: 'You have an open claim of this already: the program will decide on it.',
  too_many_open: `You have ${inquiryLimits.openClaims} open claims: wait until the program has decided on some, or withdraw one.`,
  too_many_made: `You have made ${inquiryLimits.claimsPerDay} claims within a day: go on tomorrow.`,
  account_closed: 'Your account is closed.',
}

function registerWithdraw(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: `${CLAIMS}/:claimId/withdraw`,
    operationId: 'withdrawOwnClaim',
    summary: 'Take a claim back',
    ids: ['claimId'],
    answer: ofClaim,
    errors: [409],
    handle: async ({ ctx, program, ids: { claimId = 0 } }) => {
      const outcome = await withdrawClaim(ctx, of(program), claimId)
      if (outcome.kind === 'none') throw new ApiError('not_found', 'You have no claim of this id.')
      if (outcome.kind === 'withdrawn') return { data: showOwnClaim(outcome.claim) }
      const { state } = outcome.claim
      throw new ApiError('conflict', `This claim is ${state} already: nothing was changed.`, { state })
    },
  })
}

const of = ({ id, partner_id }: PartnerProgramRow) => ({ programId: id, partnerId: partner_id })

function showOwnClaim(row: ClaimRow): Static<typeof OwnClaim> {
  return {
    id: row.id,
    state: row.state,
    transactionId: row.transaction_id,
    day: row.day,
    note: row.note,
    words: row.words,
    createdAt: row.created_at.toISOString(),
    closedAt: isoOrNull(row.closed_at),
  }
}
