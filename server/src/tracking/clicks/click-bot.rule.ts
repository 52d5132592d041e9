import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { atMost } from '../../core/cache-size.ts'

/**
 * Returns whether a click comes from a bot (D15): a crawler or an automated browser that ran the page's script. HTTP
 * tools and the SDK never run a page's script, so their requests are deliberate and are counted. `user_agent` in the
 * body takes precedence over the request header.
 */
export function isBotClick(bodyUserAgent: string | undefined, headerUserAgent: string | undefined): boolean {
  const userAgent = bodyUserAgent ?? headerUserAgent
  if (userAgent === undefined) return false
  const cachedResult = botResults.get(userAgent)
  if (cachedResult !== undefined) return cachedResult
  const conclusion = !DEVELOPER_TOOL.test(userAgent) && isbot(userAgent)
  if (userAgent.length <= MAX_CACHED_CHARS) botResults.set(userAgent, conclusion)
  return conclusion
}

/** Bounded cache. Real traffic consists of the same few hundred browsers. */
const botResults = new LRUCache<string, boolean>(atMost(2048))
const MAX_CACHED_CHARS = 512

const DEVELOPER_TOOL =
  /^(affiliate-sdk|curl|wget|httpie|postmanruntime|insomnia|bruno|node|undici|axios|got|deno|bun|python-requests|python-httpx|go-http-client|okhttp|ruby|guzzlehttp)([/ ]|$)/i
