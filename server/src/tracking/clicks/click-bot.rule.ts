import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'

/**
 * Whether a click comes from a bot (D15): a crawler or an automated browser that followed the link and ran
 * the page's script. A developer's HTTP tool and our own SDK never run a page, so a call from one is deliberate and counts.
 * `user_agent` of the body, when sent, stands for the visitor; otherwise the request header does.
 */
export function isBotClick(bodyUserAgent: string | undefined, headerUserAgent: string | undefined): boolean {
  const userAgent = bodyUserAgent ?? headerUserAgent
  if (userAgent === undefined) return false
  const known = verdicts.get(userAgent)
  if (known !== undefined) return known
  const conclusion = !DEVELOPER_TOOL.test(userAgent) && isbot(userAgent)
  if (userAgent.length <= REMEMBERED_CHARS) verdicts.set(userAgent, conclusion)
  return conclusion
}

/** The same few hundred browsers come again and again. What no browser sends is decided anew each time. */
const verdicts = new LRUCache<string, boolean>({ max: 2048 })
const REMEMBERED_CHARS = 512

const DEVELOPER_TOOL =
  /^(affiliate-sdk|curl|wget|httpie|postmanruntime|insomnia|bruno|node|undici|axios|got|deno|bun|python-requests|python-httpx|go-http-client|okhttp|ruby|guzzlehttp)([/ ]|$)/i
