import { randomUUID } from 'node:crypto'
import type { BrowserContext, Request } from 'playwright-core'
import { verificationLimits } from './limits.ts'
import type { TrackerActivity, TrackerRequest } from './verification.ts'

/** A request, and whether its response has been read or has failed. */
export type ObservedRequest = TrackerRequest & { isDone: boolean }

export interface Observer extends TrackerActivity {
  requests: ObservedRequest[]
  /** The URLs of requests without a complete response, except streams. */
  pendingUrls(): string[]
  /** The latest request for a whole page that has no response yet. */
  opening(): string | undefined
  /** Whether a page's HTML is still arriving. */
  isReceivingPage(): boolean
  /** The latest whole page's status. */
  pageStatus: number | undefined
  /** The latest failed response to a page or a sent form: `POST /signup returned 500`. */
  note: string | undefined
}

/** Records what the tracker does in all the browser's pages, without changing requests. */
export async function observeTracker(context: BrowserContext): Promise<Observer> {
  const pending = new Set<Request>()
  const opening = new Set<Request>()
  const observer: Observer = {
    tags: [],
    requests: [],
    violations: [],
    pageStatus: undefined,
    note: undefined,
    pendingUrls: () => [...pending].map((request) => request.url()),
    opening: () => [...opening].at(-1)?.url(),
    isReceivingPage: () => [...pending].some(isPage),
  }
  const recorded = new WeakMap<Request, ObservedRequest>()
  context.on('request', (request) => {
    if (!['eventsource', 'websocket', 'media'].includes(request.resourceType())) pending.add(request)
    if (isPage(request)) opening.add(request)
    const entry = toObservedRequest(request)
    if (entry === undefined || observer.requests.length >= verificationLimits.maxVerifyMessages) return
    recorded.set(request, entry)
    observer.requests.push(entry)
  })
  context.on('response', (response) => {
    const request = response.request()
    if (opening.delete(request)) observer.pageStatus = response.status()
    const entry = recorded.get(request)
    if (entry !== undefined) {
      entry.status = response.status()
      entry.contentType = response.headers()['content-type']
    }
    if (response.status() >= 400 && (request.isNavigationRequest() || request.method() !== 'GET'))
      observer.note = `${request.method()} ${parsePath(request.url())} returned ${response.status()}`
  })
  context.on('requestfinished', async (request) => {
    pending.delete(request)
    const entry = recorded.get(request)
    if (entry === undefined) return
    if (entry.kind !== 'script') entry.received = await readResponse(request)
    entry.isDone = true
  })
  context.on('requestfailed', (request) => {
    pending.delete(request)
    opening.delete(request)
    const entry = recorded.get(request)
    if (entry === undefined) return
    entry.failure = request.failure()?.errorText ?? 'failed'
    entry.isDone = true
  })
  await reportFromPages(context, observer)
  return observer
}

function isPage(request: Request): boolean {
  try {
    return request.isNavigationRequest() && request.frame().parentFrame() === null
  } catch {
    // A new tab doesn't have a frame yet.
    return true
  }
}

function toObservedRequest(request: Request): ObservedRequest | undefined {
  const kind = detectRequestKind(request)
  if (kind === undefined) return undefined
  return {
    kind,
    url: request.url(),
    sent: kind === 'script' ? {} : parseObject(request.postData() ?? ''),
    status: undefined,
    contentType: undefined,
    received: {},
    failure: undefined,
    isDone: false,
  }
}

function detectRequestKind(request: Request): TrackerRequest['kind'] | undefined {
  const path = parsePath(request.url())
  if (request.resourceType() === 'script')
    return /\/js\/tracker(-\w+)?\.js$/.test(path) ? 'script' : undefined
  if (request.method() !== 'POST') return undefined
  return /\/api\/v1\/track\/(click|lead)$/.exec(path)?.[1] as 'click' | 'lead' | undefined // safe because of the pattern
}

async function readResponse(request: Request): Promise<Record<string, unknown>> {
  try {
    const response = await request.response()
    const body = await response?.body()
    if (body === undefined || body.length > verificationLimits.verifyBodyBytes) return {}
    return parseObject(body.toString('utf8'))
  } catch {
    // The page has been left, and the browser has discarded the body.
    return {}
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    // safe because arrays and other objects simply don't have these fields
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function parsePath(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : ''
}

/**
 * Reports script tags and policy violations from the page's own events, as console messages with a random prefix. The
 * script is a string, because compilers may add calls to functions that don't exist in the page.
 */
async function reportFromPages(context: BrowserContext, { tags, violations }: Observer): Promise<void> {
  const prefix = `verify-${randomUUID()}`
  await context.addInitScript({
    content: `(() => {
      if (window !== top) return
      const write = console.debug.bind(console)
      const report = (fact) => write(${JSON.stringify(prefix)} + JSON.stringify(fact))
      const tag = (hasRun) => ({ target }) => {
        if (!(target instanceof HTMLScriptElement)) return
        const { programId, consent, cookieDomain, apiBase } = target.dataset
        const isTracker = /\\/js\\/tracker(-\\w+)?\\.js([?#]|$)/.test(target.src)
        if (!isTracker && programId === undefined && apiBase === undefined) return
        const isModule = target.type === 'module'
        report({ kind: 'tag', src: target.src, hasRun, isModule, programId, consent, cookieDomain, pageUrl: document.URL })
      }
      document.addEventListener('load', tag(true), true)
      document.addEventListener('error', tag(false), true)
      document.addEventListener('securitypolicyviolation', (event) => {
        if (event.disposition !== 'report')
          report({ kind: 'violation', directive: event.effectiveDirective, blocked: event.blockedURI })
      })
    })()`,
  })
  context.on('console', (message) => {
    const text = message.text()
    if (!text.startsWith(prefix)) return
    const observation = parseObject(text.slice(prefix.length))
    const { maxVerifyMessages } = verificationLimits
    if (observation.kind === 'violation' && violations.length < maxVerifyMessages)
      violations.push({
        directive: parseText(observation.directive) ?? '',
        blocked: parseText(observation.blocked) ?? '',
      })
    if (observation.kind === 'tag' && tags.length < maxVerifyMessages)
      tags.push({
        src: parseText(observation.src) ?? '',
        hasRun: observation.hasRun === true,
        isModule: observation.isModule === true,
        programId: parseText(observation.programId),
        consent: parseText(observation.consent),
        cookieDomain: parseText(observation.cookieDomain),
        pageUrl: parseText(observation.pageUrl) ?? '',
      })
  })
}

function parseText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, verificationLimits.maxVerifyTextLength) : undefined
}
