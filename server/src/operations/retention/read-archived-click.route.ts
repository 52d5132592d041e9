import Type, { type Static } from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { disconnectSignal } from '../../core/http/disconnected.http.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { findCustomer } from '../../reports/performance/read-event.sql.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { type ArchivedClickSearch, createArchivedClickSearch } from './find-archived-click.flow.ts'
import type { ArchiveLocation } from './retention.ts'

const Text = nullable(Type.String())

const ArchivedClick = namedObject('ArchivedClick', {
  status: choice(['found', 'not_archived', 'unavailable']),
  archive: nullable(
    Type.String({ description: 'The archive’s name. Null if the click was deleted without an archive.' }),
  ),
  click: nullable(
    Type.Object({
      clickId: Type.String(),
      timestamp: Instant,
      affiliateUrl: Text,
      pageUrl: Text,
      pageTitle: Text,
      referrerUrl: Text,
      sessionId: Text,
      userAgent: Text,
      screenResolution: Text,
      viewportSize: Text,
      language: Text,
      timezone: Text,
      consent: Text,
    }),
  ),
})

/**
 * Registers `GET /api/programs/:programId/customers/:customerId/archived-click`. A click without a customer can't be read,
 * because an erased customer's click looks like one.
 * @param openLocation opens the archives' location with the installation's credentials
 */
export function registerReadArchivedClick(
  app: App,
  deps: ServiceDeps,
  openLocation: () => Promise<ArchiveLocation>,
): void {
  const find = createArchivedClickSearch(deps, openLocation)
  const notFound = () => new ApiError('not_found', 'This program has no such customer.')
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/customers/:customerId/archived-click',
    operationId: 'readArchivedClick',
    summary: "Retrieve a customer's archived click",
    description:
      'Reads the click of a customer from its archive, which takes up to ten seconds. `unavailable` means that the archive is missing, altered or unreachable; the service log has the reason.',
    permission: 'tracking:list',
    ids: { customerId: notFound },
    response: dataSchema(ArchivedClick),
    handle: async ({ ctx, program, ids, request, reply }) => {
      const customer = await findCustomer(ctx.database.kysely, program.id, ids.customerId)
      if (customer === undefined) throw notFound()
      const click = { uuid: customer.click_uuid, at: customer.clicked_at }
      const search = await find(program.id, click, disconnectSignal(reply))
      if (search.kind === 'unavailable') {
        const { archive, reason } = search
        request.log.warn({ archive, reason }, 'an archived click could not be read')
      }
      return { data: present(search) }
    },
  })
}

function present(search: ArchivedClickSearch): Static<typeof ArchivedClick> {
  const archive = search.kind === 'not_archived' ? null : search.archive
  if (search.kind !== 'found') return { status: search.kind, archive, click: null }
  const { click } = search
  const names = { clickId: click.click_id ?? '', timestamp: click.received_at ?? '' }
  return { status: search.kind, archive, click: { ...toResponseFields(click), ...names } }
}
