import { failed, notChecked, passed } from './judge-landing.rule.ts'
import { quote } from './quote.rule.ts'
import type { Cause, Check, Gate, GateName, TrackerRequest, VerifiedProgram } from './verification.ts'

export interface EventCheckData {
  gates: Gate[]
  /** The tracker's signup requests. */
  browserLeads: TrackerRequest[]
  /** How the page responded to the form, if that explains a failure: `the page returned 500`. */
  note: string | undefined
  /** The name of a field that the browser rejected. */
  incomplete: string | undefined
}

/** How long a result must last before it is final: failed events may be followed by a retry or by a second event. */
export type Wait = 'none' | 'grace' | 'timeout'

export interface EventJudgment {
  checks: Check[]
  wait: Wait
}

/** Checks the signup: whether it was reported with the click ID, and whether the server confirmed it. */
export function judgeSignup(data: EventCheckData, program: VerifiedProgram): EventJudgment {
  const withClickId = findGate(data, 'click_id_at_signup')
  const lead = findGate(data, 'server_lead')
  if (lead.status === 'passed' && withClickId.status !== 'failed')
    return {
      checks: [passed('signup', 'reported with the click ID'), passed('lead', quote(lead.message))],
      wait: 'none',
    }
  const cause = findCause(lead, LEAD_CAUSES)
  if (cause !== undefined) {
    // A live key is recognized only by the request's click ID.
    const hasClickId = withClickId.status === 'passed' || cause === 'live_key_used'
    const signup = passed('signup', hasClickId ? 'reported with the click ID' : 'reported')
    const wait = cause === 'signup_browser_only' ? 'timeout' : 'grace'
    return {
      checks: [signup, failed('lead', cause, [describeCause(cause, lead), describeFix(cause, program)])],
      wait,
    }
  }
  const signupCause = findCause(withClickId, SIGNUP_CAUSES) ?? browserCause(data)
  if (signupCause === undefined) {
    const { check, wait } = judgeSilence('signup', 'signup_not_reported', data, program)
    return { checks: [check, notChecked('lead')], wait }
  }
  const signup = failed('signup', signupCause, [
    describeCause(signupCause, withClickId),
    describeFix(signupCause, program),
  ])
  return { checks: [signup, notChecked('lead')], wait: 'grace' }
}

/** Checks the sale or the refund. */
export function judgeEvent(
  name: 'sale' | 'refund',
  data: EventCheckData,
  program: VerifiedProgram,
): EventJudgment {
  const gate = findGate(data, name)
  if (gate.status === 'passed') {
    const text = name === 'sale' ? 'belongs to the customer who signed up' : 'refunds the sale'
    return { checks: [passed(name, text)], wait: 'none' }
  }
  const cause = findCause(gate, name === 'sale' ? SALE_CAUSES : REFUND_CAUSES)
  if (cause !== undefined)
    return {
      checks: [failed(name, cause, [describeCause(cause, gate), describeFix(cause, program)])],
      wait: 'grace',
    }
  const { check, wait } = judgeSilence(
    name,
    name === 'sale' ? 'sale_not_reported' : 'refund_not_reported',
    data,
    program,
  )
  return { checks: [check], wait }
}

const SIGNUP_CAUSES: Record<string, Cause> = {
  click_id_missing: 'signup_without_click_id',
  click_id_invalid: 'signup_without_click_id',
  test_click_with_live_key: 'live_key_used',
}
const LEAD_CAUSES: Record<string, Cause> = {
  browser_only: 'signup_browser_only',
  click_id_missing: 'signup_without_click_id',
  lead_rejected: 'lead_rejected',
  test_click_with_live_key: 'live_key_used',
}
const SALE_CAUSES: Record<string, Cause> = {
  customer_key_differs: 'customer_key_differs',
  sale_rejected: 'sale_rejected',
  test_click_with_live_key: 'live_key_used',
}
const REFUND_CAUSES: Record<string, Cause> = {
  refund_rejected: 'refund_rejected',
  test_click_with_live_key: 'live_key_used',
}

const WAITING = { status: 'waiting', cause: null, message: '', rejection: null } as const

function findGate({ gates }: EventCheckData, name: GateName): Gate {
  return gates.find(({ gate }) => gate === name) ?? { gate: name, ...WAITING }
}

/** A waiting gate has a cause if an event arrived that may belong to this run. */
function findCause({ status, cause }: Gate, causes: Record<string, Cause>): Cause | undefined {
  return status !== 'passed' && cause !== null ? causes[cause] : undefined
}

/** The tracker doesn't send signups without a click ID, so such a signup is visible only in the page. */
function browserCause({ browserLeads }: EventCheckData): Cause | undefined {
  const isMissing = browserLeads.some(({ received }) => getErrorCode(received) === 'no_attribution')
  return isMissing ? 'signup_without_click_id' : undefined
}

function getErrorCode({ error }: Record<string, unknown>): unknown {
  return error !== null && typeof error === 'object' ? Reflect.get(error, 'code') : undefined
}

function describeCause(cause: Cause, { message, rejection, cause: reported }: Gate): string {
  switch (cause) {
    case 'live_key_used':
      return 'the server sent the test click with the live API key'
    case 'signup_browser_only':
      return 'only the browser reported the signup, so it pays nothing'
    case 'signup_without_click_id':
      // The message names a misspelled field, if any.
      return reported === null ? 'reported without a click ID' : quote(message)
    default:
      return rejection === null ? quote(message) : `rejected: ${quote(rejection)}`
  }
}

function judgeSilence(
  name: 'signup' | 'sale' | 'refund',
  cause: Cause,
  { note, incomplete }: EventCheckData,
  program: VerifiedProgram,
): { check: Check; wait: Wait } {
  if (incomplete !== undefined) {
    const fix = 'This field needs a value that the command can’t guess. Start on a page with a simpler form.'
    const text = `the browser rejected the form because of its field ${quote(incomplete)}`
    return { check: failed(name, 'form_incomplete', [text, fix]), wait: 'grace' }
  }
  const text = `the service received no ${name} from this visitor${note === undefined ? '' : `: ${quote(note)}`}`
  return { check: failed(name, cause, [text, describeFix(cause, program)]), wait: 'timeout' }
}

function describeFix(cause: Cause, { service }: VerifiedProgram): string {
  const post = (path: string, body: string) =>
    `curl ${service}/api/v1/track/${path} -H "Authorization: Bearer $TEST_KEY" -H 'Content-Type: application/json' -d '${body}'`
  const lead = post('lead', '{"click_id": "<service_click_id cookie>", "customer_key": "<your customer ID>"}')
  const sale = post(
    'sale',
    '{"transaction_id": "<payment ID>", "amount_cents": 4900, "currency": "USD", "customer_key": "<your customer ID>"}',
  )
  switch (cause) {
    case 'signup_not_reported':
      return `Send the signup from your server: ${lead}`
    case 'signup_without_click_id':
      return `Read the service_click_id cookie in the signup request and send it as click_id: ${lead}`
    case 'signup_browser_only':
      return `The program requires server leads. Send the signup from your server too: ${lead}`
    case 'lead_rejected':
      return `Fix the field that the message names: ${lead}`
    case 'live_key_used':
      return 'Set the verified site’s API key to the program’s test key (aff_test_…) from Settings → API keys.'
    case 'sale_not_reported':
      return `Send each successful payment from your server: ${sale}`
    case 'sale_rejected':
      return `Fix the field that the message names. amount_cents is an integer in minor units: ${sale}`
    case 'customer_key_differs':
      return 'Send the same customer_key with the sale as with the signup, such as the user’s ID in your database.'
    default:
      return `Send each refund from your server: ${post('refund', '{"transaction_id": "<payment ID>", "refund_id": "<refund ID>", "refund_amount_cents": 4900}')}`
  }
}
