import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { createLink } from '../flows/create-link.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import {
  choice,
  dataOf,
  Instant,
  listOf,
  managementRoute,
  managementSchema,
  ProgramParams,
  readObject,
} from '../http/management.ts'
import { pageParameters, readPage, toPage } from '../http/page.ts'
import { readChoice, readId } from '../http/query.ts'
import { parseId, requirePermission } from '../http/verify-program-access.ts'
import { bodyReader } from '../http/wire.ts'
import { LINK_CODE } from '../rules/link-code.ts'
import { type LinkRow, listLinks, setLinkStatus } from '../store/links.ts'

const STATUSES = ['active', 'inactive'] as const

export const Link = Type.Object({
  id: Type.Integer(),
  partnerId: Type.Integer(),
  code: Type.String({ description: 'Stands in `?aff=` of the addresses the partner shares.' }),
  status: choice(STATUSES),
  createdAt: Instant,
})

export const LinkCode = Type.String({
  pattern: LINK_CODE.source,
  description: 'Unique in the whole installation. One is made when it is left out.',
})

const CreateBody = Type.Object({
  partnerId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  code: Type.Optional(LinkCode),
})
const LinkParams = Type.Object({ ...ProgramParams.properties, linkId: Type.String() })

const readCreateBody = bodyReader(CreateBody)

/** The links of a program: reading takes `tracking:list`, writing `partner:manage`. */
export function registerManageLinks(app: App, deps: ServiceDeps): void {
  app.route({
    ...managementRoute,
    method: 'POST',
    url: '/api/programs/:programId/links',
    schema: {
      ...managementSchema,
      operationId: 'createLink',
      summary: 'Give a partner another link',
      params: ProgramParams,
      body: CreateBody,
      response: { 201: dataOf(Link), ...errorResponses([400, 401, 403, 404, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'partner:manage')
      const body = readCreateBody(readObject(request.body))
      const created = await createLink(deps, program.id, body)
      switch (created.kind) {
        case 'created':
          return reply.code(201).send({ data: showLink(created.link) })
        case 'no_partner':
          throw invalidField('partnerId', 'The program has no partner of this id.')
        case 'code_taken':
          throw codeTaken()
        case 'too_many_links': {
          const most = limits.linksPerPartner
          throw new ApiError('conflict', `The partner has ${most} links, and that is the most.`, { most })
        }
      }
    },
  })

  app.route({
    ...managementRoute,
    method: 'GET',
    url: '/api/programs/:programId/links',
    schema: {
      ...managementSchema,
      operationId: 'listLinks',
      summary: 'List the links',
      params: ProgramParams,
      querystring: Type.Object({
        ...pageParameters,
        partnerId: Type.Optional(Type.Integer()),
        status: Type.Optional(choice(STATUSES)),
      }),
      response: { 200: listOf(Link), ...errorResponses([400, 401, 403, 404]) },
    },
    handler: async (request) => {
      const { program } = await requirePermission(deps, request, request.params.programId, 'tracking:list')
      const { query } = request
      const page = readPage(query)
      const filter = { partnerId: readId(query, 'partnerId'), status: readChoice(query, 'status', STATUSES) }
      const rows = await listLinks(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, (row) => ({ at: row.created_at, id: row.id }), showLink)
    },
  })

  for (const [verb, status] of [
    ['activate', 'active'],
    ['deactivate', 'inactive'],
  ] as const) {
    app.route({
      ...managementRoute,
      method: 'POST',
      url: `/api/programs/:programId/links/:linkId/${verb}`,
      schema: {
        ...managementSchema,
        operationId: verb === 'activate' ? 'activateLink' : 'deactivateLink',
        summary: verb === 'activate' ? 'Activate a link' : 'Deactivate a link: its clicks no longer count',
        params: LinkParams,
        response: { 200: dataOf(Link), ...errorResponses([400, 401, 403, 404]) },
      },
      handler: async (request) => {
        const { program } = await requirePermission(deps, request, request.params.programId, 'partner:manage')
        const linkId = parseId(request.params.linkId)
        const link =
          linkId === undefined
            ? undefined
            : await setLinkStatus(deps.database.kysely, program.id, linkId, status)
        if (link === undefined) throw new ApiError('not_found', 'The program has no link of this id.')
        return { data: showLink(link) }
      },
    })
  }
}

export function codeTaken() {
  return new ApiError('conflict', 'This code is taken: choose another one.', { field: 'code' })
}

export function showLink(row: LinkRow): Static<typeof Link> {
  return {
    id: row.id,
    partnerId: row.partner_id,
    code: row.code,
    status: row.status,
    createdAt: row.created_at.toISOString(),
  }
}
