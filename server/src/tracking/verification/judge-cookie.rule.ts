import { failed, passed, trackerTag } from './judge-landing.rule.ts'
import { place, quote } from './quote.rule.ts'
import type { Check, TrackerTag, VerifiedProgram } from './verification.ts'

export interface CookieData {
  /** The cookie on the landing page, after the tracker received the response. */
  atLanding: string | undefined
  /** The cookie later, on the page where it is needed. */
  later: string | undefined
  landingUrl: string
  laterUrl: string
  /** Domains that the browser still has the cookie for. */
  domains: string[]
  tags: TrackerTag[]
}

/** Checks that the click ID is in the cookie, first on the landing page and then where the visitor signs up. */
export function judgeCookie(cookie: CookieData, program: VerifiedProgram): Check {
  const { atLanding, later, landingUrl, laterUrl, domains, tags } = cookie
  const configured = tags.find(({ cookieDomain }) => cookieDomain !== undefined && cookieDomain !== '')
  const attribute = `data-cookie-domain="${quote(configured?.cookieDomain ?? '')}"`
  if (atLanding !== undefined && atLanding !== program.clickId) return failDifferentValue(landingUrl)
  if (atLanding === undefined) {
    const fix =
      configured === undefined
        ? `Allow cookies set by scripts on ${quoteHost(landingUrl)}, and remove code that deletes service_click_id.`
        : `Remove ${attribute}: ${trackerTag(program)}`
    const text =
      configured === undefined
        ? `no cookie on ${quoteHost(landingUrl)} after the click`
        : `the browser doesn’t accept a cookie for ${attribute} on ${quoteHost(landingUrl)}`
    return failed('cookie', 'cookie_not_set', [text, fix])
  }
  if (later === program.clickId)
    return passed('cookie', `service_click_id is set, including on ${place(laterUrl)}`)
  const fail = (text: string, fix: string) => failed('cookie', 'cookie_lost', [text, fix])
  if (later !== undefined) return failDifferentValue(laterUrl)
  const domain = domains[0]
  if (domain === undefined)
    return fail(
      `service_click_id was removed before ${place(laterUrl)}`,
      'Remove code that deletes the service_click_id cookie, such as a cleanup of unknown cookies or affiliate.consent(false).',
    )
  const text = `service_click_id is set for ${quote(domain)} and isn’t sent to ${quoteHost(laterUrl)}`
  if (configured !== undefined) return fail(text, `Remove ${attribute}: ${trackerTag(program)}`)
  return fail(
    text,
    `Pass it on with this script after the tracker, on both sites: <script src="${program.service}/js/pages.js" data-domains="${quoteHost(landingUrl)}, ${quoteHost(laterUrl)}" defer></script>`,
  )
}

function failDifferentValue(url: string): Check {
  const text = `service_click_id has a different value on ${place(url)}`
  return failed('cookie', 'cookie_lost', [text, 'Remove code that overwrites it.'])
}

function quoteHost(url: string): string {
  return URL.canParse(url) ? quote(new URL(url).hostname) : 'the page'
}
