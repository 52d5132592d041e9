import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { NO_LINK } from '../../core/database/stat-delta.ts'
import { LINK_STATUSES } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { disconnectSignal } from '../../core/http/disconnected.http.ts'
import { choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import { createLink } from '../../partners/enrollments/create-link.flow.ts'
import { codeTakenError, LinkCode } from '../../partners/enrollments/link-response.http.ts'
import { listPartnerLinks } from '../../partners/enrollments/links.sql.ts'
import { portalAccessLimits } from '../../partners/portal-access/limits.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { findPortalSettings } from '../../partners/portal-access/portal-settings.sql.ts'
import { tooSlowError } from '../../reports/breakdowns/breakdown-query.http.ts'
import { breakdownLimits } from '../../reports/breakdowns/limits.ts'
import { type NamedRow, readSubIds } from '../../reports/breakdowns/read-breakdown.flow.ts'
import { linkStatSources } from '../../statistics/link-stat-sources.rule.ts'
import { periodParameters, readPeriod, readPeriodQuery } from '../../statistics/period-query.http.ts'
import { ownLinkMetrics } from './own-link-metrics.rule.ts'
import { readOwnSums } from './partner-link-sums.sql.ts'

const Count = Type.Integer({ minimum: 0 })

const linkFields = {
  id: Type.Integer(),
  code: Type.String({ description: 'The value of `?aff=` in the URLs that you share.' }),
  status: choice(LINK_STATUSES, 'LinkStatus'),
  createdAt: Instant,
}
const PortalLink = namedObject('PortalLink', linkFields)
const resultFields = { leads: Count, customers: Count, sales: Count, earnedByCurrency: CentsByCurrency }
const CountedLink = namedObject('CountedLink', { ...linkFields, clicks: Count, ...resultFields })

const CreateBody = Type.Object({ code: Type.Optional(LinkCode) })

const LINKS = '/api/partner/programs/:programId/links'

/** Registers the routes for a partner's links, their metrics and sub-IDs. */
export function registerManageOwnLinks(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerCreate(app, deps)
  registerSubIds(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: LINKS,
    operationId: 'listOwnLinks',
    summary: 'List your links with metrics',
    query: { parameters: periodParameters, read: readPeriodQuery },
    response: dataSchema(
      Type.Object({
        links: Type.Array(CountedLink),
        withoutLink: Type.Object(resultFields, {
          description:
            'Results from customers who didn’t click a link, because a coupon code or the team attributed them. Together with the links, they add up to the overview.',
        }),
        most: Type.Integer(),
      }),
    ),
    handle: async ({ ctx, program, query: range }) => {
      const { kysely } = ctx.database
      const { current } = await readPeriod(ctx, program, range)
      const parts = linkStatSources(current)
      const [links, sums] = await Promise.all([
        listPartnerLinks(kysely, program.id, [program.partner_id]),
        readOwnSums(kysely, program, { partnerId: program.partner_id, by: 'link' }, parts),
      ])
      const linksWithMetrics = links.map((link) => ({
        ...toResponseFields(link),
        ...ownLinkMetrics(link.id, sums),
      }))
      const { clicks: _, ...withoutLink } = ownLinkMetrics(NO_LINK, sums)
      return { data: { links: linksWithMetrics, withoutLink, most: await maxOwnLinks(ctx, program.id) } }
    },
  })
}

function registerCreate(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: LINKS,
    operationId: 'createOwnLink',
    summary: 'Create a link',
    description: `Choose a code that isn’t taken, or omit it to generate one. You can have ${portalAccessLimits.partnersOwnLinks} links, unless the program sets another limit.`,
    body: { schema: CreateBody },
    isForFrames: true,
    status: 201,
    response: dataSchema(PortalLink),
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      if (program.partner_status !== 'approved') {
        throw new ApiError('conflict', 'Only approved partners can create links.')
      }
      const maxLinks = await maxOwnLinks(ctx, program.id)
      const created = await createLink(ctx, program.id, { partnerId: program.partner_id, ...body, maxLinks })
      switch (created.kind) {
        case 'created':
          return { data: toResponseFields(created.link) }
        case 'code_taken':
          throw codeTakenError()
        case 'too_many_links':
          throw new ApiError('conflict', `You already have the maximum of ${maxLinks} links.`, {
            most: maxLinks,
          })
        case 'no_partner':
          throw new ApiError('not_found', 'You have no program with this ID.')
      }
    },
  })
}

function registerSubIds(app: App, deps: ServiceDeps) {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/sub-ids',
    operationId: 'listOwnSubIds',
    summary: 'Count clicks, sales and earnings by sub-ID',
    description: `Values of \`?sub=\` in the URLs of the newest ${breakdownLimits.breakdownClicks} clicks on your links, most common first, with the newest ${breakdownLimits.subIdSales} sales and earnings of their customers.`,
    query: { parameters: periodParameters, read: readPeriodQuery },
    response: dataSchema(
      Type.Object({
        subIds: Type.Array(
          namedObject('PortalSubId', {
            subId: nullable(
              Type.String({
                description: 'Null for clicks without a sub-ID, and customers without a click.',
              }),
            ),
            clicks: Count,
            sales: Count,
            earnedByCurrency: CentsByCurrency,
          }),
        ),
        isComplete: Type.Boolean({
          description: 'Whether all clicks, sales and earnings in the period are counted.',
        }),
      }),
    ),
    handle: async ({ ctx, program, query: requested, reply }) => {
      const { current } = await readPeriod(ctx, program, requested)
      const subIdCounts = await readSubIds(ctx.database, program, {
        partnerId: program.partner_id,
        window: current,
        disconnected: disconnectSignal(reply),
      })
      if (subIdCounts === 'takes_too_long') throw tooSlowError()
      const subIds = subIdCounts.rows.map(({ key, clicks, sales, commissionByCurrency }: NamedRow) => ({
        subId: key,
        clicks,
        sales,
        earnedByCurrency: commissionByCurrency,
      }))
      subIds.sort((a, b) => b.clicks - a.clicks || b.sales - a.sales)
      return {
        data: { subIds: subIds.slice(0, limits.pageRows), isComplete: subIdCounts.coverage.isComplete },
      }
    },
  })
}

/** Returns the maximum number of links that a partner can create. */
async function maxOwnLinks({ database: { kysely } }: ServiceDeps, programId: number): Promise<number> {
  return (await findPortalSettings(kysely, programId)).own_links ?? portalAccessLimits.partnersOwnLinks
}
