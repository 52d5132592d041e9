import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache-size.ts'
import { limits } from '../../core/config/limits.ts'
import type { Deps } from '../../core/deps.ts'
import { toStorableText } from '../../core/text/stored-text.rule.ts'
import { findProgramByDomain } from '../../workspace/programs/redirect-domains.sql.ts'
import { shortenAddress } from './affiliate-url.rule.ts'
import type { ClickGroup, SettledClick } from './click-groups.flow.ts'
import type { SearchedLink } from './find-links.flow.ts'
import { clickLimits } from './limits.ts'
import type { ClickRequest } from './record-click.flow.ts'
import { appendParameters, CLICK_PARAMETER, redirectTarget } from './redirect-target.rule.ts'
import { findSiteUrl } from './site-url.sql.ts'

export interface RedirectRequest {
  /** The request's host. On a program's own domain, only its links redirect. */
  host: string
  click: Omit<ClickRequest, 'program_id'>
  /** The page requested by the link, anywhere on the program's site. */
  requestedUrl: string | undefined
  /** Parameters to append to the page's URL. */
  parameters: readonly [name: string, value: string][]
}

export type RedirectOutcome =
  | { kind: 'found'; target: string; siteUrl: string; outcome: SettledClick }
  /** The click could not be recorded. `target` contains the link's code, so the page's tracker records the click. */
  | { kind: 'unrecorded'; target: string; error: unknown }
  | { kind: 'unknown_link' | 'no_site'; outcome: SettledClick }

/** Records a redirect link's click, then returns the URL to redirect to. */
export type FollowRedirect = (request: RedirectRequest) => Promise<RedirectOutcome>

/** While the database is unavailable, stale settings are better than no redirect. */
const KEPT_WHILE_UNAVAILABLE = {
  ...atMost(clickLimits.clickLinksKept),
  ttl: clickLimits.redirectSiteMs,
  allowStale: true,
  allowStaleOnFetchRejection: true,
  noDeleteOnFetchRejection: true,
}

/**
 * Creates a function that follows redirect links. Programs' sites are cached for a short time. While the database is
 * unavailable, links that were followed before still redirect to their page.
 */
export function createRedirects(deps: Deps, clicks: ClickGroup): FollowRedirect {
  const publicHost = new URL(deps.config.publicUrl).hostname
  const domains = new LRUCache<string, { programId: number | undefined }>({
    ...KEPT_WHILE_UNAVAILABLE,
    fetchMethod: async (domain) => ({
      programId: await findProgramByDomain(deps.database.kysely, domain),
    }),
  })
  const sites = new LRUCache<number, { url: string | null }>({
    ...KEPT_WHILE_UNAVAILABLE,
    fetchMethod: async (programId) => ({ url: await findSiteUrl(deps.database.kysely, programId) }),
  })

  /** Returns the link's program and its site, if they can be read. */
  async function findTarget(
    search: SearchedLink,
  ): Promise<{ programId: number; siteUrl: string | null } | undefined> {
    try {
      // Known links are kept while the database is unavailable. A link never moves to another program.
      const found = (await clicks.links.find([search])).get(search)
      if (found === undefined) return undefined
      const { program_id: programId } = found.link
      return { programId, siteUrl: (await sites.fetch(programId))?.url ?? null }
    } catch {
      // The click fails for the same reason, and reports it.
      return undefined
    }
  }

  async function recordOnSite(
    click: ClickRequest,
  ): Promise<SettledClick | { kind: 'failed'; error: unknown }> {
    try {
      const outcome = await clicks.record(click)
      return outcome.kind === 'unknown' ? { kind: 'failed', error: outcome.error } : outcome
    } catch (error) {
      return { kind: 'failed', error }
    }
  }

  return async (request) => {
    const { host, click, requestedUrl, parameters } = request
    const [code = ''] = click.codes
    const ownProgram = host === publicHost ? undefined : (await domains.fetch(host))?.programId
    const target = await findTarget({ codes: click.codes, program_id: ownProgram })
    const details = detailsOnPage(click.details, target?.siteUrl ?? null, { requestedUrl, parameters })
    const outcome = await recordOnSite({ program_id: ownProgram, ...click, details })
    const programId = outcome.kind === 'failed' ? (ownProgram ?? target?.programId) : getProgramId(outcome)
    if (programId === undefined) {
      if (outcome.kind === 'failed') throw outcome.error
      return { kind: 'unknown_link', outcome }
    }
    const siteUrl = (await sites.fetch(programId))?.url ?? null
    if (siteUrl === null) {
      if (outcome.kind === 'failed') throw outcome.error
      return { kind: 'no_site', outcome }
    }
    const page = redirectTarget(siteUrl, requestedUrl, parameters)
    if (outcome.kind === 'failed')
      return { kind: 'unrecorded', target: appendParameters(page, [['aff', code]]), error: outcome.error }
    const withId = outcome.kind === 'counted' ? addClickId(page, outcome) : page
    return { kind: 'found', target: withId, siteUrl, outcome }
  }
}

/** Adds the page that the visitor is redirected to, which reports show as the landing page. */
function detailsOnPage(
  details: ClickRequest['details'],
  siteUrl: string | null,
  { requestedUrl, parameters }: Pick<RedirectRequest, 'requestedUrl' | 'parameters'>,
): ClickRequest['details'] {
  if (siteUrl === null) return details
  const page = shortenAddress(redirectTarget(siteUrl, requestedUrl, parameters), limits.maxUrlLength)
  const page_url =
    page === undefined ? undefined : toStorableText(page.slice(0, limits.maxUrlLength), limits.maxUrlLength)
  return { ...details, page_url }
}

function getProgramId(outcome: SettledClick): number | undefined {
  if (outcome.kind === 'unknown') return undefined
  return outcome.kind === 'not_counted' && outcome.loss === 'unknown_link' ? undefined : outcome.program_id
}

function addClickId(page: string, { code, click_id }: { code: string; click_id: string }): string {
  return appendParameters(page, [
    ['aff', code],
    [CLICK_PARAMETER, click_id],
  ])
}
