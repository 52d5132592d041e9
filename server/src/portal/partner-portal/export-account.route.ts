import { Readable } from 'node:stream'
import Type from 'typebox'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { portalAccessLimits } from '../../partners/portal-access/limits.ts'
import { partnerRoute } from '../../partners/portal-access/partner-route.http.ts'
import { exportAccount } from './export-account.flow.ts'
import { partnerPortalLimits } from './limits.ts'

const JsonFile = {
  description: 'A JSON file, streamed.',
  content: { 'application/json': { schema: Type.Object({}, { title: 'PartnerExport' }) } },
}

/** Registers the route that exports everything stored about a partner, for the partner. */
export function registerExportAccount(app: App, deps: ServiceDeps): void {
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/account/export',
    operationId: 'exportPartnerAccount',
    summary: 'Export your data',
    description:
      `Requires a session started in the last ${portalAccessLimits.partnerFreshMinutes} minutes, because payout details are not masked. ` +
      `Each kind has at most ${partnerPortalLimits.partnerExportRows} rows per program, newest first; \`isComplete\` shows whether ` +
      'these are all. Customers are identified by their label.',
    isAccountRoute: true,
    isFresh: true,
    response: JsonFile,
    handle: async ({ session, reply }) => {
      const parts = exportAccount(deps, session)
      // An early error returns a normal error response. A later one ends the stream.
      const firstPart = await parts.next()
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="partner-export.json"',
        })
        .send(Readable.from(prepend(firstPart, parts), { objectMode: false }))
    },
  })
}

async function* prepend(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
