import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../core/config/limits.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { toStorableText } from '../../core/text/stored-text.rule.ts'
import { webhookLimits } from '../../notifications/webhooks/limits.ts'
import { type CountRequest, startRequestNote } from '../requests/count-requests.http.ts'
import { shortenAddress, withoutUserInfo } from './affiliate-url.rule.ts'
import { isBotClick } from './click-bot.rule.ts'
import type { ClickGroup, SettledClick } from './click-groups.flow.ts'
import { annotateClick } from './click-note.http.ts'
import { clickLimits } from './limits.ts'
import { createRedirects } from './redirect-click.flow.ts'
import { forwardedParameters, redirectCodes, siteDomain } from './redirect-target.rule.ts'

/**
 * Registers `GET /r/<code>`, a redirect link: records the click, then redirects to the program's site with the click ID
 * in the URL. `?url=` selects a page on the site; other parameters are passed on. Link previews, crawlers and `HEAD`
 * requests are redirected without a click. On a program's own domain, only its links redirect. If the service's host is
 * a subdomain of the site, the response also sets the cookie. In some browsers, it lasts longer than a cookie set by a
 * script.
 */
export function registerRedirectClick(
  app: App,
  deps: ServiceDeps,
  { clicks, countRequest }: { clicks: ClickGroup; countRequest: CountRequest },
): void {
  const followRedirect = createRedirects(deps, clicks)
  app.get<{ Params: { code: string } }>(
    '/r/:code',
    { schema: { hide: true }, config: { securityHeaders: false } },
    async (request, reply) => {
      const receivedAt = deps.clock.now()
      const note = startRequestNote(request, receivedAt)
      reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
      // The browser sends the request again, without this header, when the visitor follows the link.
      if (isPrefetch(request)) return reply.code(503).send()
      const codes = redirectCodes(request.params.code, {
        maxCodes: clickLimits.clickCodes,
        maxCodeLength: limits.maxIdLength,
      })
      if (codes.length === 0) return notFound(reply)
      note.linkCode = codes[0]
      const url = new URL(request.url, deps.config.publicUrl)
      const requestedUrl = url.searchParams.get('url') ?? undefined
      const { referer, 'user-agent': userAgent, 'accept-language': languages } = request.headers
      const result = await followRedirect({
        host: request.hostname.toLowerCase(),
        click: {
          codes,
          event_id: undefined,
          existing_click_id: readClickCookie(request),
          is_bot: request.method === 'HEAD' || !userAgent || isBotClick(undefined, userAgent),
          received_at: receivedAt,
          details: {
            affiliate_url: truncateText(shortenAddress(url.href, limits.maxUrlLength), limits.maxUrlLength),
            referrer_url: truncateText(referer && withoutUserInfo(referer), limits.maxUrlLength),
            user_agent: truncateText(userAgent, webhookLimits.maxTitleLength),
            language: truncateText(languages?.split(/[,;]/, 1)[0]?.trim(), limits.maxIdLength),
            capture_method: 'redirect',
            ...NO_DETAILS,
          },
        },
        requestedUrl:
          requestedUrl !== undefined && requestedUrl.length <= limits.maxUrlLength ? requestedUrl : undefined,
        parameters: forwardedParameters(url.search),
      })
      if (result.kind === 'unrecorded') {
        request.log.error(
          { err: result.error },
          'a redirect link led to its page without recording the click',
        )
        return reply.redirect(result.target, 302)
      }
      annotateClick(note, result.outcome)
      countRequest(request, 'click')
      if (result.kind !== 'found') return notFound(reply, result.kind)
      const cookie = cookieFor(request, result.siteUrl, result.outcome)
      if (cookie !== undefined) reply.header('set-cookie', cookie)
      return reply.redirect(result.target, 302)
    },
  )
}

/** Details that only a script on the page can send. */
const NO_DETAILS = {
  page_url: undefined,
  page_title: undefined,
  session_id: undefined,
  screen_resolution: undefined,
  viewport_size: undefined,
  timezone: undefined,
  additional_data: undefined,
}

function truncateText(text: string | undefined, maxChars: number): string | undefined {
  return text === undefined || text === '' ? undefined : toStorableText(text.slice(0, maxChars), maxChars)
}

function isPrefetch({ headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose
  return typeof purpose === 'string' && purpose.startsWith('prefetch')
}

function readClickCookie({ headers }: FastifyRequest): string | undefined {
  const value = COOKIE.exec(headers.cookie ?? '')?.groups?.id
  return value !== undefined && value.length <= limits.maxIdLength ? value : undefined
}

const COOKIE = /(?:^|; )service_click_id=(?<id>[^;]+)/

/** Returns the cookie to set; undefined unless the service's host belongs to the site and the click counted. */
function cookieFor(request: FastifyRequest, siteUrl: string, outcome: SettledClick): string | undefined {
  const domain = siteDomain(siteUrl)
  if (outcome.kind !== 'counted' || !request.hostname.endsWith(`.${domain}`)) return undefined
  const { click_id, cookie_window_days } = outcome
  const secure = request.protocol === 'https' ? '; Secure' : ''
  return `service_click_id=${click_id}; Path=/; Domain=${domain}; Max-Age=${cookie_window_days * 86_400}; SameSite=Lax${secure}`
}

const MESSAGES = {
  unknown_link: 'There is no partner link at this address.',
  no_site: 'This link leads nowhere yet, because its program has no site URL.',
}

function notFound(reply: FastifyReply, kind: keyof typeof MESSAGES = 'unknown_link') {
  return reply.code(404).type('text/plain; charset=utf-8').send(`${MESSAGES[kind]}\n`)
}
