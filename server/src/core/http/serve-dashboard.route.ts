import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { areDefault, type Currency } from '../money/currency.ts'
import { framedProgram } from './framed-program.rule.ts'
import type { App } from './service.ts'

/** What `npm run build -w dashboard` makes; `npm start` does it by itself. */
const BUILT = fileURLToPath(new URL('../../../../dashboard/dist/', import.meta.url))

/** The addresses that the dashboard's own router knows. */
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
/** The addresses of the partner's own app. Links of it carry a token behind `#`, too. */
const PARTNER_PAGES = ['/partner', '/partner/*'] as const
/** The same app in a frame of a program's own pages, which the program lists. */
const FRAMED_PAGES = ['/partner/embed/:programId', '/partner/embed/:programId/*'] as const
/** A page whose link is a secret. Its token stands behind `#`; no search engine keeps it. */
const SHARED_TIMELINE = '/story'
const FOR_NOBODY_ELSE = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'referrer-policy': 'no-referrer',
}
const ASSET_NAME = /^[\w-][\w.-]*$/
/** Files beside the page whose names carry no hash: a browser asks whether they changed. */
const PLAIN_FILES = ['/theme.js', '/favicon.svg'] as const

/** The origins whose pages may show the portal of a program in a frame; none for what names no program. */
export type FramersOf = (programId: string) => Promise<readonly string[]>

/**
 * Serves the built dashboard at `/` (the API stays under `/api`). Its assets carry their hash in the name and
 * never change; the page itself is asked for each time. The compressed copies are made by the build.
 */
export async function registerServeDashboard(
  app: App,
  config: Pick<Config, 'currencies'>,
  framersOf: FramersOf,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: BUILT, serve: false, preCompressed: true, index: false })
    for (const url of PAGES) {
      scope.get(url, { schema: { hide: true } }, (_request, reply) => sendDashboard(reply, config))
    }
    scope.get(SHARED_TIMELINE, { schema: { hide: true } }, (_request, reply) =>
      sendDashboard(reply.headers(FOR_NOBODY_ELSE), config),
    )
    for (const url of PARTNER_PAGES) {
      scope.get(url, { schema: { hide: true } }, (_request, reply) =>
        sendBuilt(reply.headers(FOR_NOBODY_ELSE), 'partner.html', config),
      )
    }
    for (const url of FRAMED_PAGES) {
      scope.get(url, { schema: { hide: true } }, async (request, reply) => {
        const program = framedProgram(request.url)
        const framers = program === undefined ? [] : await framersOf(program)
        // The older header knows no list: it would forbid every page.
        if (framers.length > 0) reply.removeHeader('x-frame-options')
        return sendBuilt(reply.headers(FOR_NOBODY_ELSE), 'partner.html', { ...config, framers })
      })
    }
    for (const url of PLAIN_FILES) {
      scope.get(url, { schema: { hide: true } }, (_request, reply) =>
        reply.sendFile(url.slice(1), { cacheControl: false }).header('cache-control', 'no-cache'),
      )
    }
    // Browsers ask for it by this name wherever a page names no icon, as the join page and every file does.
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

/** Whether a person's browser, and not a client of the API, asks for an address. */
export function isPageVisit({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !url.startsWith('/api/') && (headers.accept?.includes('text/html') ?? false)
}

/**
 * The dashboard's page, whatever the address: its router decides what it shows. It is told which currencies there are,
 * where they are not those that it knows by itself.
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
  { currencies, framers = [] }: Pick<Config, 'currencies'> & { framers?: readonly string[] },
): Promise<FastifyReply> {
  const page = await readFile(`${BUILT}${file}`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (page === undefined) return sendHowToBuild(reply)
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': pagePolicy(framers) })
    .send(areDefault(currencies) ? page : page.replace('</head>', `${metaOf(currencies)}</head>`))
}

function metaOf(currencies: readonly Currency[]): string {
  return `<meta name="currencies" content="${currencies.join(' ')}" />`
}

/**
 * Scripts only from our own files. Styles also inline, because the overlays and the chart place themselves by
 * style; a style cannot run anything.
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

/** @param framers whose pages may show this one in a frame; of none, nobody may */
function pagePolicy(framers: readonly string[]): string {
  return [...PAGE_RULES, `frame-ancestors ${framers.length === 0 ? "'none'" : framers.join(' ')}`].join('; ')
}

function sendHowToBuild(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send(
      'The service runs, but its dashboard is not built yet.\n' +
        'Build it with `npm run build -w dashboard`, then reload this page; no restart is needed.\n' +
        'The API reference is at /docs.\n',
    )
}
