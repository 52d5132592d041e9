import { place, quote, quoteOrigin } from './quote.rule.ts'
import type {
  Cause,
  Check,
  CheckName,
  Landing,
  TrackerRequest,
  TrackerTag,
  VerifiedProgram,
} from './verification.ts'

export const passed = (name: CheckName, text: string): Check => ({
  name,
  status: 'passed',
  cause: null,
  text,
  fix: null,
})

export const failed = (name: CheckName, cause: Cause, [text, fix]: readonly [string, string]): Check => ({
  name,
  status: 'failed',
  cause,
  text,
  fix,
})

export const skipped = (name: CheckName, [text, fix]: readonly [string, string]): Check => ({
  name,
  status: 'skipped',
  cause: null,
  text,
  fix,
})

export const notChecked = (name: CheckName): Check => ({
  name,
  status: 'not_checked',
  cause: null,
  text: 'not checked',
  fix: null,
})

/** Returns the tag that loads the tracker, with the program's values. */
export function trackerTag({ service, id }: Pick<VerifiedProgram, 'service' | 'id'>): string {
  return `<script src="${service}/js/tracker.js" data-program-id="${id}" defer></script>`
}

/** Checks everything up to the click's response. The cookie is checked later, when the signup page is open. */
export function judgeLanding(landing: Landing, program: VerifiedProgram): Check[] {
  if (landing.unreachable !== undefined) {
    const known = program.otherSite === undefined ? '' : ` The program’s site is ${place(program.otherSite)}.`
    const fix = `Check --url: it must open in a browser on this machine.${known}`
    return stopAt('site', failed('site', 'site_unreachable', [quote(landing.unreachable), fix]))
  }
  const site = judgeSite(landing, program)
  const tracker = judgeTracker(landing, program)
  if (tracker.status !== 'passed') return [site, ...stopAt('tracker', tracker)]
  const click = judgeClick(landing, program)
  if (click.status === 'failed' && click.cause === 'consent_never_given')
    return [site, tracker, ...stopAt('consent', { ...click, name: 'consent' })]
  return [site, tracker, judgeConsent(landing, click), click]
}

function judgeSite({ url }: Landing, { otherSite }: VerifiedProgram): Check {
  const opened = `opened ${place(url)}`
  if (otherSite === undefined) return passed('site', opened)
  return {
    name: 'site',
    status: 'warning',
    cause: 'other_site',
    text: `${opened}, but the program’s site, where partner links lead, is ${place(otherSite)}`,
    fix: `Run the command with --url ${place(otherSite)}, or change the site in the program’s settings. A test copy of the site can have its own address.`,
  }
}

const LANDING_CHECKS = ['site', 'tracker', 'consent', 'click'] as const

function stopAt(name: (typeof LANDING_CHECKS)[number], check: Check): Check[] {
  return [check, ...LANDING_CHECKS.slice(LANDING_CHECKS.indexOf(name) + 1).map(notChecked)]
}

function judgeTracker(landing: Landing, program: VerifiedProgram): Check {
  const fail = (cause: Cause, text: string, fix: string) => failed('tracker', cause, [text, fix])
  const { tags, requests } = landing
  const clicks = requests.filter(({ kind }) => kind === 'click')
  const tag = runningTag(tags, requests)
  if (tag === undefined && clicks.length === 0) return judgeMissing(landing, program)
  if (tag?.isModule)
    return fail(
      'tracker_not_loaded',
      'the script is loaded as a module, so it can’t read its attributes',
      `Remove type="module": ${trackerTag(program)}`,
    )
  const programId = tag?.programId ?? sentProgramId(clicks)
  if (programId !== undefined && programId.trim() !== String(program.id))
    return fail(
      'wrong_program',
      `data-program-id is ${quote(programId)}, not ${program.id}`,
      `Change the attribute to data-program-id="${program.id}".`,
    )
  if (tag === undefined) return passed('tracker', 'runs as part of the page’s own scripts')
  return passed('tracker', `loaded from ${place(tag.src)}`)
}

/** Returns the tag that started the tracker: the first one that ran and whose response was a script. */
function runningTag(tags: TrackerTag[], requests: TrackerRequest[]): TrackerTag | undefined {
  return tags.find(({ src, hasRun }) => {
    const response = requests.find(({ kind, url }) => kind === 'script' && url === src)
    return hasRun && (response === undefined || isScript(response))
  })
}

function isScript({ status, contentType }: TrackerRequest): boolean {
  if (status !== undefined && (status < 200 || status >= 400)) return false
  return contentType === undefined || /script/i.test(contentType)
}

function judgeMissing({ tags, requests, violations, url }: Landing, program: VerifiedProgram): Check {
  const fail = (cause: Cause, text: string, fix: string) => failed('tracker', cause, [text, fix])
  const request = requests.find(({ kind }) => kind === 'script')
  const src = request?.url ?? tags[0]?.src
  if (src === undefined)
    return fail(
      'tracker_missing',
      `no tracker on ${place(url)}`,
      `Add to the <head> of every page: ${trackerTag(program)}`,
    )
  const isBlocked = violations.some(
    ({ directive, blocked }) => directive.startsWith('script-src') && isSameOrigin(blocked, src),
  )
  if (isBlocked || isPolicyFailure(request?.failure))
    return fail(
      'tracker_blocked',
      `the page’s Content-Security-Policy blocks ${place(src)}`,
      `Add ${quoteOrigin(src)} to script-src and connect-src of the Content-Security-Policy.`,
    )
  return fail(
    'tracker_not_loaded',
    `${place(src)} ${describeResponse(request)}`,
    `Load it from the service: ${trackerTag(program)}`,
  )
}

function describeResponse(request: TrackerRequest | undefined): string {
  if (request?.status !== undefined && request.status >= 400) return `returned ${request.status}`
  if (request?.failure !== undefined) return `can’t be loaded (${quote(request.failure)})`
  if (request?.status === undefined) return 'doesn’t respond'
  return `returned ${quote(request.contentType ?? 'no content type')} instead of a script`
}

function judgeConsent({ tags, accepted }: Landing, click: Check): Check {
  if (!isConsentRequired(tags))
    return passed(
      'consent',
      accepted === undefined ? 'not required' : `not required; accepted with “${quote(accepted)}”`,
    )
  // Without a click, it is unknown whether the tracker is waiting for consent.
  if (click.status !== 'passed') return notChecked('consent')
  return passed('consent', accepted === undefined ? 'given by the page' : `given after “${quote(accepted)}”`)
}

/** A flag is on unless it is missing or `false`, as in the tracker. */
function isConsentRequired(tags: TrackerTag[]): boolean {
  return tags.some(({ consent }) => consent !== undefined && consent !== 'false')
}

function judgeClick(landing: Landing, program: VerifiedProgram): Check {
  const { requests, violations } = landing
  const click = requests.findLast(({ kind }) => kind === 'click')
  const blocked = violations.find(
    (one) => one.directive.startsWith('connect-src') && isTrackerOrigin(one.blocked, landing, program),
  )
  if (blocked !== undefined && (click === undefined || click.status === undefined))
    return blockedClick(blocked.blocked)
  if (click === undefined) return judgeUnsentClick(landing, program)
  if (isPolicyFailure(click.failure)) return blockedClick(click.url)
  const counted = click.received.click_id
  if (counted === program.clickId) return passed('click', 'the service recognized the test link')
  if (!`${click.sent.affiliate_url}`.includes(program.clickId))
    return removedQuery('the tracker read the link without its service_click_id', program)
  return rejectedClick(click, landing, program)
}

function blockedClick(url: string): Check {
  return failed('click', 'tracker_blocked', [
    `the page’s Content-Security-Policy blocks requests to ${quoteOrigin(url)}`,
    `Add ${quoteOrigin(url)} to connect-src of the Content-Security-Policy.`,
  ])
}

function judgeUnsentClick({ tags, url, accepted }: Landing, program: VerifiedProgram): Check {
  const tag = tags.find(({ hasRun }) => hasRun)
  if (tag !== undefined && !tag.pageUrl.includes(program.clickId))
    return removedQuery(
      url.includes(program.clickId)
        ? 'the page’s URL had lost its query when the tracker started'
        : `the link led to ${place(url)} without its query`,
      program,
    )
  if (isConsentRequired(tags))
    return failed('click', 'consent_never_given', [
      accepted === undefined
        ? 'the tracker is waiting for consent, and no button to accept was found'
        : `the tracker is still waiting for consent after “${quote(accepted)}” was clicked`,
      accepted === undefined
        ? 'Call affiliate.consent(true) when the visitor accepts, and name the button: --accept <selector>'
        : 'Add to the handler of this button, and to every page once consent is stored: affiliate.consent(true)',
    ])
  return failed('click', 'click_not_sent', [
    'the tracker is loaded but didn’t send a click',
    `Load it unchanged, once per page: ${trackerTag(program)}`,
  ])
}

function removedQuery(text: string, program: VerifiedProgram): Check {
  return failed('click', 'query_removed', [
    text,
    `Keep the query in redirects, and load the tracker before scripts that change the URL: ${trackerTag(program)}`,
  ])
}

function rejectedClick(click: TrackerRequest, { url }: Landing, program: VerifiedProgram): Check {
  const target = place(click.url)
  if (![program.service, url].some((own) => isSameOrigin(own, click.url)))
    return failed('click', 'wrong_service', [
      `the tracker sends clicks to ${quoteOrigin(click.url)}, not to ${quoteOrigin(program.service)}`,
      `Load it from the program’s service: ${trackerTag(program)}`,
    ])
  if (click.status === undefined) {
    const reason = click.failure === undefined ? '' : ` (${quote(click.failure)})`
    return failed('click', 'click_rejected', [
      `no response from ${target}${reason}`,
      `Make this URL reachable for browsers, or load the tracker from the service: ${trackerTag(program)}`,
    ])
  }
  // safe because only its string is used
  const { message } = (click.received.error ?? click.received) as { message?: unknown }
  if (typeof message === 'string')
    return failed('click', 'click_rejected', [
      `${target} returned ${click.status}: ${quote(message)}`,
      'Fix the problem in the message, then run the command again.',
    ])
  return failed('click', 'click_rejected', [
    `${target} returned ${click.status} without a click ID`,
    `Forward this URL to ${program.service}/api/v1/track/click, or load the tracker from the service: ${trackerTag(program)}`,
  ])
}

function sentProgramId(clicks: TrackerRequest[]): string | undefined {
  const id = clicks[0]?.sent.program_id ?? undefined
  return id === undefined ? undefined : `${id}`
}

function isPolicyFailure(failure: string | undefined): boolean {
  return failure !== undefined && /csp|BLOCKED_BY_CSP/i.test(failure)
}

function isTrackerOrigin(blocked: string, { tags }: Landing, { service }: VerifiedProgram): boolean {
  return [service, ...tags.map(({ src }) => src)].some((url) => isSameOrigin(blocked, url))
}

function isSameOrigin(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin
}
