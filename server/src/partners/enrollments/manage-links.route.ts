import Type from 'typebox'
import { withTransaction } from '../../core/database/transaction.ts'
import { LINK_STATUSES } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, listSchema, ObjectId } from '../../core/http/management-route.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice, readId } from '../../core/http/query.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { createLink } from './create-link.flow.ts'
import { enrollmentLimits } from './limits.ts'
import { codeTakenError, Link, LinkCode } from './link-response.http.ts'
import { listLinks, setLinkStatus } from './links.sql.ts'

const CreateBody = Type.Object({
  partnerId: ObjectId(),
  code: Type.Optional(LinkCode),
})

/** Registers the routes for a program's links. Reading requires `tracking:list`, writing `partner:manage`. */
export function registerManageLinks(app: App, deps: ServiceDeps): void {
  registerCreate(app, deps)
  registerList(app, deps)
  registerSetStatus(app, deps)
}

function registerCreate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/links',
    operationId: 'createLink',
    summary: 'Create a link for a partner',
    permission: 'partner:manage',
    body: { schema: CreateBody },
    status: 201,
    response: dataSchema(Link),
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      const created = await createLink(ctx, program.id, body)
      switch (created.kind) {
        case 'created':
          return { data: toResponseFields(created.link) }
        case 'no_partner':
          throw invalidFieldError('partnerId', 'The program has no partner with this ID.')
        case 'code_taken':
          throw codeTakenError()
        case 'too_many_links': {
          const maxLinks = enrollmentLimits.linksPerPartner
          throw new ApiError('conflict', `The partner already has the maximum of ${maxLinks} links.`, {
            most: maxLinks,
          })
        }
      }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/links',
    operationId: 'listLinks',
    summary: 'List links',
    permission: 'tracking:list',
    query: {
      parameters: {
        ...pageParameters,
        partnerId: Type.Optional(Type.Integer()),
        status: Type.Optional(choice(LINK_STATUSES, 'LinkStatus')),
      },
      read: (query) => ({
        page: readPage(query),
        filter: {
          partnerId: readId(query, 'partnerId'),
          status: readChoice(query, 'status', LINK_STATUSES),
        },
      }),
    },
    response: listSchema(Link),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listLinks(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, ['created_at', 'id'], toResponseFields)
    },
  })
}

function registerSetStatus(app: App, deps: ServiceDeps) {
  for (const [verb, status] of [
    ['activate', 'active'],
    ['deactivate', 'inactive'],
  ] as const) {
    programRoute(app, deps, {
      method: 'POST',
      url: `/api/programs/:programId/links/:linkId/${verb}`,
      operationId: verb === 'activate' ? 'activateLink' : 'deactivateLink',
      summary: verb === 'activate' ? 'Activate a link' : 'Deactivate a link',
      permission: 'partner:manage',
      ids: { linkId: linkNotFoundError },
      response: dataSchema(Link),
      errors: [400],
      handle: async ({ realCtx, program, ids }) => {
        const link = await withTransaction(realCtx, (transaction) =>
          setLinkStatus(transaction, program.id, ids.linkId, status),
        )
        if (link === undefined) throw linkNotFoundError()
        return { data: toResponseFields(link) }
      },
    })
  }
}

function linkNotFoundError() {
  return new ApiError('not_found', 'The program has no link with this ID.')
}
