import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { addPartner } from '../flows/add-partner.ts'
import { decidePartner } from '../flows/decide-partner.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  isoOrNull,
  listOf,
  managementRoute,
  managementSchema,
  nullable,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { readChoice } from '../http/query.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { type LinkRow, listLinksOfPartners } from '../store/links.ts'
import { findPartner, listPartners, type PartnerRow } from '../store/partners.ts'
import { codeTaken, Link, LinkCode, showLink } from './manage-links.ts'

const STATUSES = ['pending', 'approved', 'rejected'] as const

const Partner = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  email: Type.String(),
  status: choice(STATUSES),
  createdAt: Instant,
  decidedAt: nullable(Instant),
  links: Type.Array(Link),
})

const AddBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: limits.idChars, pattern: '\\S' }),
  email: Type.String({
    maxLength: limits.idChars,
    pattern: '^\\s*[^\\s@]+@[^\\s@]+\\s*$',
    description: 'One e-mail is one partner of the workspace, whatever its case.',
  }),
  code: Type.Optional(LinkCode),
  approved: Type.Optional(Type.Boolean({ default: false })),
})
const PartnerParams = Type.Object({ ...ProgramParams.properties, partnerId: Type.String() })

const readAddBody = bodyReader(AddBody)

/** The partners of a program: reading takes `tracking:list`, writing `partner:manage`. */
export function registerManagePartners(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database

  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/partners',
    schema: {
      ...managementSchema,
      operationId: 'addPartner',
      summary: 'Add a partner',
      description:
        'Makes the partner, its record in the program and a first link. A partner whom another program of the ' +
        'workspace has already is the same partner here.',
      params: ProgramParams,
      body: AddBody,
      response: { 201: dataOf(Partner), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'partner:manage')
      const body = readAddBody(readObject(request.body))
      const added = await addPartner(deps, program.id, { ...body, name: body.name.trim() })
      switch (added.kind) {
        case 'added':
          return reply.code(201).send({ data: showPartner(added.partner, [added.link]) })
        case 'code_taken':
          throw codeTaken()
        case 'partner_exists': {
          const { partnerId } = added
          const message = 'The program has a partner with this e-mail: give it another link instead.'
          throw new ApiError('conflict', message, { field: 'email', partnerId })
        }
      }
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/partners',
    schema: {
      ...managementSchema,
      operationId: 'listPartners',
      summary: 'List the partners with their links',
      params: ProgramParams,
      querystring: Type.Object({ ...pageParameters, status: Type.Optional(choice(STATUSES)) }),
      response: { 200: listOf(Partner), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const page = readPage(request.query)
      const filter = { status: readChoice(request.query, 'status', STATUSES) }
      const rows = await listPartners(kysely, program.id, filter, page)
      const links = await listLinksOfPartners(
        kysely,
        program.id,
        rows.map((row) => row.partner_id),
      )
      return toPage(
        rows,
        page,
        (row) => ({ at: row.created_at, id: row.partner_id }),
        (row) => showPartner(row, links),
      )
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/partners/:partnerId',
    schema: {
      ...managementSchema,
      operationId: 'readPartner',
      summary: 'Read a partner',
      params: PartnerParams,
      response: { 200: dataOf(Partner), ...errorResponses([401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const partnerId = parseId(request.params.partnerId)
      const row = partnerId === undefined ? undefined : await findPartner(kysely, program.id, partnerId)
      if (row === undefined) throw noSuchPartner()
      return { data: showPartner(row, await listLinksOfPartners(kysely, program.id, [row.partner_id])) }
    },
  })

  for (const [verb, decision] of [
    ['approve', 'approved'],
    ['reject', 'rejected'],
  ] as const) {
    app.route({
      ...managementRoute,
      method: 'POST',
      url: `/api/programs/:programId/partners/:partnerId/${verb}`,
      schema: {
        ...managementSchema,
        operationId: verb === 'approve' ? 'approvePartner' : 'rejectPartner',
        summary: verb === 'approve' ? 'Approve a partner' : 'Reject a partner',
        description: 'Only sales of an approved partner are attributed. The decision may be changed later.',
        params: PartnerParams,
        response: { 200: dataOf(Partner), ...errorResponses([400, 401, 403, 404]) },
      },
      handler: async (request) => {
        const { program } = await requirePermission(deps, request, request.params.programId, 'partner:manage')
        const partnerId = parseId(request.params.partnerId)
        const row =
          partnerId === undefined ? undefined : await decidePartner(deps, program.id, partnerId, decision)
        if (row === undefined) throw noSuchPartner()
        return { data: showPartner(row, await listLinksOfPartners(kysely, program.id, [row.partner_id])) }
      },
    })
  }
}

function noSuchPartner() {
  return new ApiError('not_found', 'The program has no partner of this id.')
}

/** `links` may hold those of other partners too. */
function showPartner(row: PartnerRow, links: LinkRow[]): Static<typeof Partner> {
  return {
    id: row.partner_id,
    name: row.name,
    email: row.email,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    decidedAt: isoOrNull(row.decided_at),
    links: links.filter((link) => link.partner_id === row.partner_id).map(showLink),
  }
}
