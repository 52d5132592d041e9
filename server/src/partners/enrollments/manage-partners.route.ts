import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText, PublicName } from '../../core/http/display-text.http.ts'
import { EmailAddress, readEmail } from '../../core/http/email-address.http.ts'
import { dataSchema, listSchema } from '../../core/http/management-route.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { addPartner } from './add-partner.flow.ts'
import { decidePartner } from './decide-partner.flow.ts'
import { holdPayouts, releasePayouts } from './hold-payouts.flow.ts'
import { enrollmentLimits } from './limits.ts'
import { codeTakenError, LinkCode } from './link-response.http.ts'
import { listPartnerLinks } from './links.sql.ts'
import { partnerFilterParameters, readPartnerFilter } from './partner-filter.http.ts'
import { accountClosedError, Partner, partnerNotFoundError, showPartner } from './partner-response.http.ts'
import { findPartner, listPartners, type PartnerRow } from './partners.sql.ts'

const AddBody = Type.Object({
  name: PublicName(limits.maxIdLength),
  email: EmailAddress,
  code: Type.Optional(LinkCode),
  approved: Type.Optional(Type.Boolean({ default: false })),
  mail: Type.Optional(
    Type.Boolean({
      default: false,
      description: `Whether to email an approved partner their link and how to sign in. A workspace sends at most ${enrollmentLimits.welcomeMailsEach} such emails a day, and sandboxes send none.`,
    }),
  ),
})

const AddResponse = Type.Object(
  {
    data: Partner,
    mailed: Type.Boolean({ description: 'Whether the welcome email was queued.' }),
  },
  { title: 'AddPartnerResponse' },
)

const HoldBody = Type.Object({
  reason: DisplayText(limits.maxIdLength, { description: 'Shown to the team next to the balance.' }),
})

function readAdded(body: Static<typeof AddBody>): Static<typeof AddBody> {
  return { ...body, email: readEmail('email', body.email) }
}

/**
 * Registers the routes for a program's partners. Reading requires `tracking:list`, writing `partner:manage`, payout
 * holds `commission:manage`.
 */
export function registerManagePartners(app: App, deps: ServiceDeps): void {
  registerAdd(app, deps)
  registerList(app, deps)
  registerRead(app, deps)
  registerDecide(app, deps)
  registerHold(app, deps)
  registerRelease(app, deps)
}

function registerAdd(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners',
    operationId: 'addPartner',
    summary: 'Add a partner',
    description:
      'Adds the partner to the program with a first link. Partners are identified by their email address, so a partner who is already in another program in the workspace is reused.',
    permission: 'partner:manage',
    body: { schema: AddBody, read: readAdded },
    status: 201,
    response: AddResponse,
    errors: [409],
    handle: async ({ ctx, program, actorId, body }) => {
      const addition = await addPartner(ctx, program.id, { ...body, name: body.name.trim(), actorId })
      switch (addition.kind) {
        case 'added':
          return { data: showPartner(addition.partner, [addition.link]), mailed: addition.isMailed ?? false }
        case 'code_taken':
          throw codeTakenError()
        case 'partner_exists': {
          const { partnerId } = addition
          const message =
            'This program already has a partner with this email. Create another link for them instead.'
          throw new ApiError('conflict', message, { field: 'email', partnerId })
        }
      }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partners',
    operationId: 'listPartners',
    summary: 'List partners with their links',
    permission: 'tracking:list',
    query: {
      parameters: { ...pageParameters, ...partnerFilterParameters },
      read: (query) => ({ page: readPage(query), filter: readPartnerFilter(query) }),
    },
    response: listSchema(Partner),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listPartners(kysely, program, filter, page)
      const links = await listPartnerLinks(
        kysely,
        program.id,
        rows.map((row) => row.partner_id),
      )
      return toPage(rows, page, ['created_at', 'partner_id'], (row) => showPartner(row, links))
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partners/:partnerId',
    operationId: 'readPartner',
    summary: 'Retrieve a partner',
    permission: 'tracking:list',
    ids: { partnerId: partnerNotFoundError },
    response: dataSchema(Partner),
    handle: async ({ program, ids }) => {
      const row = await findPartner(deps.database.kysely, program.id, ids.partnerId)
      return toResponse(deps, program.id, row)
    },
  })
}

function registerDecide(app: App, deps: ServiceDeps) {
  for (const [verb, decision] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const) {
    programRoute(app, deps, {
      method: 'POST',
      url: `/api/programs/:programId/partners/:partnerId/${verb}`,
      operationId: verb === 'approve' ? 'approvePartner' : 'rejectPartner',
      summary: verb === 'approve' ? 'Approve a partner' : 'Reject a partner',
      description:
        'Clicks and sales count only for approved partners. The decision can ' +
        'be changed later, unless the partner has closed their account.',
      permission: 'partner:manage',
      ids: { partnerId: partnerNotFoundError },
      response: dataSchema(Partner),
      errors: [400, 409],
      handle: async ({ ctx, program, actorId, ids }) => {
        const { partnerId } = ids
        const row = await decidePartner(ctx, program.id, { partnerId, decision, actorId })
        if (row === 'closed') throw accountClosedError()
        return toResponse(ctx, program.id, row)
      },
    })
  }
}

function registerHold(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/:partnerId/hold',
    operationId: 'holdPartner',
    summary: 'Pause a partner’s payouts',
    description:
      'The partner keeps earning, but payouts exclude them until you resume them. Call it again to ' +
      'change the reason.',
    permission: 'commission:manage',
    ids: { partnerId: partnerNotFoundError },
    body: { schema: HoldBody },
    response: dataSchema(Partner),
    handle: async ({ ctx, program, actorId, ids, body }) => {
      const by = { reason: body.reason.trim(), actorId }
      return toResponse(ctx, program.id, await holdPayouts(ctx, program.id, ids.partnerId, by))
    },
  })
}

function registerRelease(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partners/:partnerId/release',
    operationId: 'releasePartner',
    summary: 'Resume a partner’s payouts',
    permission: 'commission:manage',
    ids: { partnerId: partnerNotFoundError },
    response: dataSchema(Partner),
    errors: [400, 409],
    handle: async ({ realCtx, program, ids }) => {
      const row = await releasePayouts(realCtx, program.id, ids.partnerId)
      if (row === 'not_found') throw partnerNotFoundError()
      if (row === 'not_held') {
        throw new ApiError('conflict', 'This partner’s payouts are not paused.')
      }
      return toResponse(realCtx, program.id, row)
    },
  })
}

async function toResponse(deps: ServiceDeps, programId: number, row: PartnerRow | undefined) {
  if (row === undefined) throw partnerNotFoundError()
  return {
    data: showPartner(row, await listPartnerLinks(deps.database.kysely, programId, [row.partner_id])),
  }
}
