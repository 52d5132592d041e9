import { setTimeout as wait } from 'node:timers/promises'
import { isTimeout } from '../../core/async/timeout.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { judgeCookie } from './judge-cookie.rule.ts'
import { type EventJudgment, judgeEvent, judgeSignup } from './judge-events.rule.ts'
import { failed, judgeLanding, notChecked, skipped } from './judge-landing.rule.ts'
import { verificationLimits } from './limits.ts'
import { openBrowser } from './open-browser.adapter.ts'
import { BUTTON_NAMES, PAGE_PATHS } from './page-names.rule.ts'
import { place, quote } from './quote.rule.ts'
import { createTestClick, readReadiness, type VerifyService } from './read-readiness.adapter.ts'
import { parseGates, parseTestClick, type TestClick } from './service-response.rule.ts'
import { otherSite, testLinkOn } from './test-link.rule.ts'
import type { Check, CheckName, Gate, Landing, VerifiedProgram, VerifyTarget } from './verification.ts'
import { startVisit, type Visit } from './visit-site.adapter.ts'

export interface VerifyOptions {
  target: VerifyTarget
  key: string
  environment: NodeJS.ProcessEnv
  /** Called with each result as soon as it is known. */
  onCheck: (check: Check) => void
  /** A short random ID in lowercase, for the email address of the test signup. */
  newId: () => string
  /** Aborts to close the browser and stop. */
  stop: AbortSignal
}

/** The state of a run. */
interface Run {
  target: VerifyTarget
  service: VerifyService
  program: VerifiedProgram
  visit: Visit
  testClick: TestClick
  signupId: string
  checks: Check[]
  add: (check: Check) => void
}

const ORDER: readonly CheckName[] = [
  'site',
  'tracker',
  'consent',
  'click',
  'cookie',
  'signup',
  'lead',
  'sale',
  'refund',
]

/**
 * Opens the merchant's site in a browser with a test click's link, signs up, buys and refunds, and checks what arrived
 * at the service. None of it counts.
 * @throws {StartError} if the service or the browser can't be used
 */
export async function verifyIntegration(options: VerifyOptions): Promise<Check[]> {
  const { target, environment, key, stop } = options
  const service = { target, key, stop }
  const testClick = await startTestClick(service)
  const browser = await openBrowser(environment, { isHeaded: target.isHeaded, stop })
  const signupId = options.newId()
  const checks: Check[] = []
  const add = (check: Check) => {
    checks.push(check)
    options.onCheck(withoutForm(check, signupId))
  }
  try {
    const visit = await startVisit(browser.context, { timeoutMs: target.timeoutMs, stop })
    const program = {
      id: target.programId,
      service: target.service,
      clickId: testClick.clickId,
      otherSite: otherSite(target.site, testClick.testLink),
    }
    await check({ target, service, program, visit, testClick, signupId, checks, add })
  } catch (error) {
    if (stop.aborted) throw new StartError('Stopped.')
    add(
      failed(nextCheck(checks), 'page_unresponsive', [
        describeCrash(error),
        'Open the page in a browser, and fix what keeps it busy.',
      ]),
    )
  } finally {
    await browser.close()
  }
  const done = new Set(checks.map(({ name }) => name))
  for (const name of ORDER) if (!done.has(name)) add(notChecked(name))
  return checks.map((one) => withoutForm(one, signupId))
}

/** Stops at the first failure; the caller reports the rest as not checked. */
async function check(run: Run): Promise<void> {
  const { target, program, visit, add } = run
  const landing = await visit.land(testLinkOn(target.site, run.testClick), target.accept)
  const landingChecks = judgeLanding(landing, program)
  for (const one of landingChecks) add(one)
  if (landingChecks.some(({ status }) => status === 'failed')) return
  if (!(await signUp(run, landing))) return
  if (!(await buy(run))) return
  await refund(run)
}

/** @returns whether the next step can be checked */
async function signUp(run: Run, landing: Landing): Promise<boolean> {
  const { target, program, visit, add } = run
  const reachResult = await reach(run, target.signup, {
    names: BUTTON_NAMES.signup,
    paths: PAGE_PATHS.signup,
  })
  if (reachResult.kind === 'unreachable') {
    add(
      failed('signup', 'site_unreachable', [
        reachResult.reason,
        'Set --signup to the path of the signup page.',
      ]),
    )
    return false
  }
  const { value: later, domains, url } = await visit.cookie()
  const { tags } = visit.observer
  const facts = { atLanding: landing.cookie, later, landingUrl: landing.url, laterUrl: url, domains, tags }
  const cookie = judgeCookie(facts, program)
  add(cookie)
  if (cookie.status === 'failed') return false
  if (reachResult.kind === 'not_found') {
    for (const name of ['signup', 'lead'] as const)
      add(skipped(name, ['no link or button to sign up was found', 'Add --signup <path>']))
    return true
  }
  return await submitStep(run, 'signup', reachResult)
}

async function buy(run: Run): Promise<boolean> {
  const wanted = { names: BUTTON_NAMES.checkout, paths: PAGE_PATHS.checkout }
  const reachResult = await reach(run, run.target.checkout, wanted)
  if (reachResult.kind === 'unreachable') {
    run.add(
      failed('sale', 'site_unreachable', [reachResult.reason, 'Set --checkout to the path of the checkout.']),
    )
    return false
  }
  if (reachResult.kind === 'not_found') {
    run.add(skipped('sale', ['no link or button to buy was found', 'Add --checkout <path>']))
    run.add(skipped('refund', ['needs a sale', 'Add --checkout <path> and --refund <path>']))
    return false
  }
  return await submitStep(run, 'sale', reachResult)
}

async function refund(run: Run): Promise<void> {
  const { target, add } = run
  if (target.refund === undefined) return add(skipped('refund', ['no page given', 'Add --refund <path>']))
  const reachResult = await reach(run, target.refund, { names: BUTTON_NAMES.refund, paths: undefined })
  if (reachResult.kind === 'unreachable')
    return add(
      failed('refund', 'site_unreachable', [
        reachResult.reason,
        'Set --refund to the path of the refund page.',
      ]),
    )
  await submitStep(run, 'refund', reachResult)
}

type StepResult =
  | { kind: 'page' }
  /** Whether a button was clicked. The click may already have completed the step. */
  | { kind: 'button' }
  | { kind: 'not_found' }
  | { kind: 'unreachable'; reason: string }

/**
 * Opens the given page, or finds it by clicking links: on the current page, on a page in between, or on the landing
 * page.
 */
async function reach(
  { target, visit }: Run,
  path: string | undefined,
  { names, paths }: { names: RegExp; paths: RegExp | undefined },
): Promise<StepResult> {
  if (path !== undefined) {
    const reason = await visit.open(new URL(path, target.site).href)
    return reason === undefined ? { kind: 'page' } : { kind: 'unreachable', reason: quote(reason) }
  }
  const steps = [
    () => visit.follow(names, paths),
    async () => (await visit.follow(BUTTON_NAMES.onTheWay)) && (await visit.follow(names, paths)),
    async () =>
      (await visit.open(target.site)) === undefined ? await visit.follow(names, paths) : undefined,
    async () => (await visit.follow(BUTTON_NAMES.onTheWay)) && (await visit.follow(names, paths)),
  ]
  for (const step of steps) {
    const followed = await step()
    if (followed?.unreachable !== undefined)
      return { kind: 'unreachable', reason: quote(followed.unreachable) }
    if (followed !== undefined) return { kind: followed.isButton ? 'button' : 'page' }
  }
  return { kind: 'not_found' }
}

/** Submits the page's form and waits for the event. */
async function submitStep(
  run: Run,
  name: 'signup' | 'sale' | 'refund',
  reachResult: StepResult,
): Promise<boolean> {
  const { visit, add, program } = run
  if (reachResult.kind !== 'button') await visit.waitForForm()
  const submitted = await visit.submit(run.signupId)
  const { url } = await visit.cookie()
  if (submitted.kind === 'nothing' && reachResult.kind !== 'button') {
    const option = { signup: '--signup', sale: '--checkout', refund: '--refund' }[name]
    const text = `no form or button on ${place(url)}`
    add(failed(name, 'form_not_found', [text, `Set ${option} to the path of the page with the form.`]))
    return false
  }
  const incomplete = submitted.kind === 'nothing' ? undefined : submitted.incomplete
  const { checks } = await waitForEvent(run, (gates) => {
    const { requests, note } = visit.observer
    const browserLeads = requests.filter(({ kind }) => kind === 'lead')
    const facts = { gates, browserLeads, note, incomplete }
    return name === 'signup' ? judgeSignup(facts, program) : judgeEvent(name, facts, program)
  })
  for (const one of checks) add(one)
  return checks.every(({ status }) => status === 'passed')
}

/** Polls the service until the result is final. */
async function waitForEvent(run: Run, judge: (gates: Gate[]) => EventJudgment): Promise<EventJudgment> {
  const { service, target, testClick } = run
  const limits = {
    timeout: target.timeoutMs,
    grace: Math.min(target.timeoutMs, verificationLimits.verifyGraceMs),
  }
  const begin = performance.now()
  let failingSince: number | undefined
  for (;;) {
    const judgment = judge(await readGates(service, testClick))
    const now = performance.now()
    if (judgment.wait === 'none') return judgment
    failingSince = judgment.wait === 'grace' ? (failingSince ?? now) : undefined
    if (now - (failingSince ?? begin) >= limits[judgment.wait]) return judgment
    await wait(verificationLimits.verifyPollMs, undefined, { signal: service.stop })
  }
}

async function startTestClick(service: VerifyService): Promise<TestClick> {
  const conclusion = await createTestClick(service)
  if (service.stop.aborted) throw new StartError('Stopped.')
  if (conclusion.kind === 'rejected') throw new StartError(conclusion.message)
  if (conclusion.kind !== 'done')
    throw new StartError(
      conclusion.kind === 'again' ? `${conclusion.reason}.` : 'The service has no such program.',
    )
  const testClick = parseTestClick(conclusion.body)
  if (testClick === undefined) throw unexpectedResponse(service)
  return testClick
}

/** @returns no gates if the service is temporarily unavailable */
async function readGates(service: VerifyService, testClick: TestClick): Promise<Gate[]> {
  const conclusion = await readReadiness(service, testClick)
  if (conclusion.kind === 'rejected') throw new StartError(conclusion.message)
  if (conclusion.kind !== 'done') return []
  const gates = parseGates(conclusion.body)
  if (gates === undefined) throw unexpectedResponse(service)
  return gates
}

function unexpectedResponse({ target }: VerifyService): StartError {
  return new StartError(
    `Unexpected response from ${target.service}. It is not an affiliate service, or it is a different version.`,
  )
}

/** Removes the generated values, because form contents are never printed. */
function withoutForm(check: Check, signupId: string): Check {
  const hide = (text: string) => text.replaceAll(new RegExp(`\\S*${signupId}\\S*`, 'gi'), '…')
  // safe because only the texts change
  return { ...check, text: hide(check.text), fix: check.fix === null ? null : hide(check.fix) } as Check
}

function nextCheck(checks: Check[]): CheckName {
  return ORDER.find((name) => checks.every((check) => check.name !== name)) ?? 'site'
}

/** @throws any error that isn't the page's fault */
function describeCrash(error: unknown): string {
  if (isTimeout(error)) return 'the page doesn’t respond'
  const message = error instanceof Error ? error.message : ''
  if (/crash|closed|destroyed|detached|Timeout/i.test(message) && !(error instanceof StartError))
    return 'the page crashed, was closed, or doesn’t respond'
  throw error
}
