import { isbot } from 'isbot'

/**
 * Whether a click comes from a bot (D15): a crawler or an automated browser that followed the link and ran
 * the page's script. A developer's HTTP tool never runs a page, so a call from one is deliberate and counts.
 * `user_agent` of the body, when sent, stands for the visitor; otherwise the request header does.
 */
export function isBotClick(bodyUserAgent: string | undefined, headerUserAgent: string | undefined): boolean {
  const userAgent = bodyUserAgent ?? headerUserAgent
  if (userAgent === undefined || DEVELOPER_TOOL.test(userAgent)) return false
  return isbot(userAgent)
}

const DEVELOPER_TOOL =
  /^(curl|wget|httpie|postmanruntime|insomnia|bruno|node|undici|axios|got|deno|bun|python-requests|python-httpx|go-http-client|okhttp|ruby|guzzlehttp)([/ ]|$)/i
