import Bowser from 'bowser'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache-size.ts'
import type { Visit } from '../requests/request-outcome.ts'
import { landingPage, parseUserAgent } from './click-dimensions.rule.ts'

/** Names of browsers. Any other name comes from a made-up user agent, which could contain anything. */
export const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP))

/** Longer values are truncated. Real user agents are much shorter. */
const MAX_USER_AGENT_CHARS = 512
const MAX_URL_CHARS = 2048

/**
 * Returns what a merchant's server sent about the visit that led to a signup or sale. Never fails: unusable values are
 * ignored, because this metadata must never cost a sale.
 */
export function parseVisit({ user_agent, landing_page }: Record<string, unknown>): Visit {
  return {
    browser: typeof user_agent === 'string' ? detectBrowser(user_agent) : undefined,
    landing_page: typeof landing_page === 'string' ? parsePage(landing_page) : undefined,
  }
}

function detectBrowser(text: string): string | undefined {
  const userAgent = text.slice(0, MAX_USER_AGENT_CHARS)
  const cached = browserCache.get(userAgent)
  if (cached !== undefined) return cached.browser
  const { browser } = parseUserAgent(userAgent)
  const visit = { browser: browser !== undefined && BROWSERS.has(browser) ? browser : undefined }
  browserCache.set(userAgent, visit)
  return visit.browser
}

const browserCache = new LRUCache<string, { browser: string | undefined }>(atMost(2_000))

function parsePage(text: string): string | undefined {
  return /^https?:[/][/]/i.test(text) ? landingPage(text.slice(0, MAX_URL_CHARS)) : undefined
}
