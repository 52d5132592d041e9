import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { areDefaultCurrencies, type Currency } from '../money/currency.ts'
import { framedProgram } from './framed-program.rule.ts'
import { HOW_TO_BUILD, HOW_TO_BUILD_POLICY } from './how-to-build.page.ts'
import type { App } from './service.ts'

/** Output folder of `dashboard/scripts/ensure-built.js`, which `npm start` runs. */
const BUILT = fileURLToPath(new URL('../../../../dashboard/dist/', import.meta.url))

/** URLs that the dashboard's router handles. */
const PAGES = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/reset-password',
  '/account',
  '/programs',
  '/programs/*',
  '/invitations/*',
] as const
/** URLs of the partner portal. Some of its links carry a token after `#`. */
const PARTNER_PAGES = ['/partner', '/partner/*'] as const
/** URLs of the portal in a frame, which only the sites listed by the program may embed. */
const FRAMED_PAGES = ['/partner/embed/:programId', '/partner/embed/:programId/*'] as const
/** URL of a shared timeline: the token is after `#`, and search engines must not index the page. */
const SHARED_TIMELINE = '/story'
const FRAME_DENIED = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
}
const ASSET_NAME = /^[\w-][\w.-]*$/
/** Files without a hash in their name, which browsers revalidate. */
const PLAIN_FILES = ['/theme.js', '/favicon.svg'] as const

/** Returns the origins that may frame a program's portal; none if the program doesn't exist. */
export type EmbedOriginReader = (programId: string) => Promise<readonly string[]>

/**
 * Serves the built dashboard at `/` (the API is under `/api`). Hashed assets are immutable, and the page is
 * revalidated. Compressed copies come from the build.
 */
export async function registerServeDashboard(
  app: App,
  config: Pick<Config, 'currencies'>,
  readEmbedOrigins: EmbedOriginReader,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: BUILT, serve: false, preCompressed: true, index: false })
    for (const url of PAGES) {
      scope.get(url, { schema: { hide: true } }, (_request, reply) => sendDashboard(reply, config))
    }
    scope.get(SHARED_TIMELINE, { schema: { hide: true } }, (_request, reply) =>
      sendDashboard(reply.headers(FRAME_DENIED), config),
    )
    for (const url of PARTNER_PAGES) {
      scope.get(url, { schema: { hide: true } }, (_request, reply) =>
        sendBuilt(reply.headers(FRAME_DENIED), 'partner.html', config),
      )
    }
    for (const url of FRAMED_PAGES) {
      scope.get(url, { schema: { hide: true } }, async (request, reply) => {
        const program = framedProgram(request.url)
        const embedOrigins = program === undefined ? [] : await readEmbedOrigins(program)
        // X-Frame-Options doesn't support a list of origins and would forbid all of them.
        if (embedOrigins.length > 0) reply.removeHeader('x-frame-options')
        return sendBuilt(reply.headers(FRAME_DENIED), 'partner.html', { ...config, framers: embedOrigins })
      })
    }
    for (const url of PLAIN_FILES) {
      scope.get(url, { schema: { hide: true } }, (_request, reply) =>
        reply.sendFile(url.slice(1), { cacheControl: false }).header('cache-control', 'no-cache'),
      )
    }
    // Browsers request this file for pages that declare no icon, such as the join page.
    scope.get('/favicon.ico', { schema: { hide: true } }, (_request, reply) =>
      reply.sendFile('favicon.svg', { maxAge: '1d' }),
    )
    scope.get<{ Params: { file: string } }>('/assets/:file', { schema: { hide: true } }, (request, reply) => {
      const { file } = request.params
      if (!ASSET_NAME.test(file)) return reply.callNotFound()
      return reply
        .header('vary', 'accept-encoding')
        .sendFile(`assets/${file}`, { maxAge: '365d', immutable: true })
    })
  })
}

/** Whether the client is a browser opening a page rather than an API client. */
export function isPageVisit({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)
}

/**
 * Sends the dashboard's page for any URL; its router does the rest. The page lists the currencies if they differ from
 * the default ones.
 */
export function sendDashboard(
  reply: FastifyReply,
  config: Pick<Config, 'currencies'>,
): Promise<FastifyReply> {
  return sendBuilt(reply, 'index.html', config)
}

async function sendBuilt(
  reply: FastifyReply,
  file: 'index.html' | 'partner.html',
  { currencies, framers: embedOrigins = [] }: Pick<Config, 'currencies'> & { framers?: readonly string[] },
): Promise<FastifyReply> {
  const page = await readFile(`${BUILT}${file}`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (page === undefined) return sendHowToBuild(reply)
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': pagePolicy(embedOrigins) })
    .send(areDefaultCurrencies(currencies) ? page : page.replace('</head>', `${metaTag(currencies)}</head>`))
}

function metaTag(currencies: readonly Currency[]): string {
  return `<meta name="currencies" content="${currencies.join(' ')}" />`
}

/**
 * Allows scripts only from the service's own files. Inline styles are allowed, because overlays and charts use them for
 * positioning and a style can't run code.
 */
const PAGE_RULES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
]

/** @param embedOrigins origins that may frame this page; empty forbids framing */
function pagePolicy(embedOrigins: readonly string[]): string {
  return [
    ...PAGE_RULES,
    `frame-ancestors ${embedOrigins.length === 0 ? "'none'" : embedOrigins.join(' ')}`,
  ].join('; ')
}

function sendHowToBuild(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': HOW_TO_BUILD_POLICY })
    .send(HOW_TO_BUILD)
}
