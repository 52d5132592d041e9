import { LRUCache } from 'lru-cache'
import type { Deps } from '../../core/deps.ts'
import { findProgramOfDomain } from '../../workspace/programs/redirect-domains.sql.ts'
import { type ClickGroup, recordClick, type SettledClick } from './click-groups.flow.ts'
import { clickLimits } from './limits.ts'
import { normalizeCode } from './match-code.rule.ts'
import type { ClickRequest } from './record-click.flow.ts'
import { appendParameters, CLICK_PARAMETER, redirectTarget } from './redirect-target.rule.ts'
import { findSiteUrl } from './site-url.sql.ts'

export interface RedirectRequest {
  /** The host of the request. On a program's own domain, only its links redirect. */
  host: string
  click: Omit<ClickRequest, 'program_id'>
  /** The page requested by the link, anywhere on the program's site. */
  requestedUrl: string | undefined
  /** Parameters to append to the page's URL. */
  parameters: readonly [name: string, value: string][]
}

export type RedirectOutcome =
  | { kind: 'found'; target: string; siteUrl: string; outcome: SettledClick }
  /** The click could not be recorded. `target` has the link's code, so that the page's tracker records it. */
  | { kind: 'unrecorded'; target: string; error: unknown }
  | { kind: 'unknown_link' | 'no_site'; outcome: SettledClick }

/** Records the click of a redirect link, then returns the URL to redirect to. */
export type FollowRedirect = (request: RedirectRequest) => Promise<RedirectOutcome>

/** While the database is unavailable, stale settings are better than no redirect. */
const KEPT_WHILE_UNAVAILABLE = {
  max: clickLimits.clickLinksKept,
  ttl: clickLimits.redirectSiteMs,
  allowStale: true,
  allowStaleOnFetchRejection: true,
  noDeleteOnFetchRejection: true,
}

/**
 * Creates a function that follows redirect links. The sites of programs are cached for a short time. While the
 * database is unavailable, links that were followed before still redirect to their page.
 */
export function createRedirects(deps: Deps, clicks: ClickGroup): FollowRedirect {
  const publicHost = new URL(deps.config.publicUrl).hostname
  const programs = new LRUCache<string, number>({ max: clickLimits.clickLinksKept })
  const domains = new LRUCache<string, { programId: number | undefined }>({
    ...KEPT_WHILE_UNAVAILABLE,
    fetchMethod: async (domain) => ({
      programId: await findProgramOfDomain(deps.database.kysely, domain),
    }),
  })
  const sites = new LRUCache<number, { url: string | null }>({
    ...KEPT_WHILE_UNAVAILABLE,
    fetchMethod: async (programId) => ({ url: await findSiteUrl(deps.database.kysely, programId) }),
  })

  async function recordOnSite(
    click: ClickRequest,
  ): Promise<SettledClick | { kind: 'failed'; error: unknown }> {
    try {
      const outcome = await recordClick(clicks, click)
      return outcome.kind === 'unknown' ? { kind: 'failed', error: outcome.error } : outcome
    } catch (error) {
      return { kind: 'failed', error }
    }
  }

  return async (request) => {
    const { host, click, requestedUrl, parameters } = request
    const [code = ''] = click.codes
    const ownProgram = host === publicHost ? undefined : (await domains.fetch(host))?.programId
    const outcome = await recordOnSite({ ...click, program_id: ownProgram })
    const programId =
      outcome.kind === 'failed' ? (ownProgram ?? programs.get(normalizeCode(code))) : programOf(outcome)
    if (programId === undefined) {
      if (outcome.kind === 'failed') throw outcome.error
      return { kind: 'unknown_link', outcome }
    }
    programs.set(normalizeCode(code), programId)
    const siteUrl = (await sites.fetch(programId))?.url ?? null
    if (siteUrl === null) {
      if (outcome.kind === 'failed') throw outcome.error
      return { kind: 'no_site', outcome }
    }
    const page = redirectTarget(siteUrl, requestedUrl, parameters)
    if (outcome.kind === 'failed')
      return { kind: 'unrecorded', target: appendParameters(page, [['aff', code]]), error: outcome.error }
    const target = outcome.kind === 'counted' ? addClickId(page, outcome) : page
    return { kind: 'found', target, siteUrl, outcome }
  }
}

function programOf(outcome: SettledClick): number | undefined {
  if (outcome.kind === 'unknown') return undefined
  return outcome.kind === 'not_counted' && outcome.loss === 'unknown_link' ? undefined : outcome.program_id
}

function addClickId(page: string, { code, click_id }: { code: string; click_id: string }): string {
  return appendParameters(page, [
    ['aff', code],
    [CLICK_PARAMETER, click_id],
  ])
}
