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

/** Everything that the service keeps of a partner, as a file for himself. */
export function registerExportAccount(app: App, deps: ServiceDeps): void {
  partnerRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/account/export',
    operationId: 'exportPartnerAccount',
    summary: 'Export everything that is kept about you',
    description:
      `Takes a session that began within the last ${portalAccessLimits.partnerFreshMinutes} minutes: your payout details are in it in full. ` +
      `Of each kind there are at most ${partnerPortalLimits.partnerExportRows} rows of a program, the newest first; \`isComplete\` says whether ` +
      'these are all. Of customers there is the label that you know them by.',
    isOfAccount: true,
    isFresh: true,
    answer: JsonFile,
    handle: async ({ session, reply }) => {
      const parts = exportAccount(deps, session)
      // What fails before the first part is an ordinary error; a later one breaks the connection off.
      const first = await parts.next()
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="partner-export.json"',
        })
        .send(Readable.from(joined(first, parts), { objectMode: false }))
    },
  })
}

async function* joined(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
}
