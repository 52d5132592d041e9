import type { TestInfo } from '../leads/test-info.ts'
import { unknownFieldsText } from '../requests/unknown-fields.rule.ts'
import type {
  Evidence,
  Gate,
  GateCause,
  GateName,
  ReadinessData,
  SeenLead,
  SeenRejection,
  SeenSale,
  TestEvents,
} from './readiness.ts'

/**
 * Returns an integration's five gates. A gate is passed by one event that proves it. Otherwise, it has failed if an
 * event or a rejected request shows what is wrong, or is waiting for the first event.
 */
export function decideReadiness(data: ReadinessData): Gate[] {
  return [
    decideScript(data),
    decideClickAtSignup(data),
    decideServerLead(data),
    decideSaleGate(data),
    decideRefund(data),
  ]
}

function decideScript({ clicks, rejections }: ReadinessData): Gate {
  const gate = 'script_seen'
  const [click] = clicks
  if (click !== undefined) {
    const { mode, id, at, page } = click
    const text = `${mode === 'test' ? 'Test click' : 'Click'} ${page === null ? 'without a page URL' : `on ${page}`}`
    const message = page === null ? 'A click was reported without its page.' : 'A page reported a click.'
    return passedGate(gate, { mode, type: 'click', event_id: id, at, text }, message)
  }
  const rejected = rejections.find(({ type }) => type === 'click')
  if (rejected !== undefined) {
    return failedGate(gate, 'click_rejected', {
      evidence: rejectionEvidence(rejected),
      message: 'The tracker runs, but its newest click was not counted.',
      next_action: 'Open the test link, or an approved partner’s link, in a new window.',
    })
  }
  return waitingGate(gate, {
    message: 'No page has reported a click.',
    next_action: 'Add the tracker snippet to every page of your site, then open the test link.',
  })
}

function decideClickAtSignup({ leads, rejections, untied, other_rejection }: ReadinessData): Gate {
  const gate = 'click_id_at_signup'
  const [newest] = leads
  // A newer test without its click shows that the integration no longer works.
  const isBroken = newest?.mode === 'test' && !hasSignupClick(newest, leads)
  const lead = isBroken ? undefined : leads.find(hasClick)
  if (lead !== undefined)
    return passedGate(gate, leadEvidence(lead), 'The signup identifies the click that led to it.')
  if (newest === undefined) {
    const rejected = rejections.find(({ type }) => type === 'lead')
    if (rejected?.names_test_click === true)
      return passedGate(gate, rejectionEvidence(rejected), 'The signup identifies the click that led to it.')
    if (rejected !== undefined) {
      return failedGate(gate, 'lead_rejected', {
        evidence: rejectionEvidence(rejected),
        message: 'The newest signup was rejected.',
        next_action: REJECTED_SIGNUP,
      })
    }
    const otherTestGate = describeSignup(gate, untied)
    if (otherTestGate !== undefined) return otherTestGate
    if (other_rejection !== undefined) {
      return {
        ...waitingGate(gate, {
          message: 'No signup from this test has arrived, but a signup was rejected.',
          next_action: `If that was your test: use a test API key (aff_test_…) on the server, and send the service_click_id cookie as click_id.`,
        }),
        evidence: rejectionEvidence(other_rejection),
      }
    }
    return waitingGate(gate, {
      message: 'No signup has arrived.',
      next_action: 'Open the test link and sign up on your site.',
    })
  }
  const { cause, ...found } = describeMissingClick(newest)
  return failedGate(gate, cause, found)
}

function describeMissingClick(lead: SeenLead) {
  const evidence = leadEvidence(lead)
  if (lead.facts === null || lead.facts.click === 'none') {
    return {
      cause: 'click_id_missing',
      evidence,
      message: withUnknownFields('The newest signup has no click_id.', lead.facts),
      next_action: 'Read the service_click_id cookie in your signup handler and send it as click_id.',
    } as const
  }
  return {
    cause: 'click_id_invalid',
    evidence,
    message: INVALID_CLICKS[lead.facts.click],
    next_action:
      'Send the value of the service_click_id cookie unchanged, from a visit through the test link to the signup.',
  } as const
}

/** Mentions a signup or rejected signup that may belong to this test. */
function describeSignup(gate: GateName, untied: TestEvents | undefined): Gate | undefined {
  const lead = untied?.leads[0]
  if (lead !== undefined) {
    const { cause, ...found } = describeMissingClick(lead)
    return otherTestGate(gate, cause, found)
  }
  const rejected = untied?.rejections.find(({ type }) => type === 'lead')
  return rejected && describeRejection(gate, 'lead_rejected', rejected, REJECTED_SIGNUP)
}

const INVALID_CLICKS = {
  unreadable: 'The click_id of the newest signup is not a valid click ID.',
  other_program: 'The click_id of the newest signup belongs to another program.',
  unknown: 'The click_id of the newest signup doesn’t match any click.',
  test: '',
  live: '',
}

const REJECTED_SIGNUP =
  'Send the service_click_id cookie as click_id, fix the problem in the message, and sign up again.'

function withUnknownFields(message: string, facts: TestInfo | null): string {
  const names = unknownFieldsText(facts?.unknown_fields ?? [])
  return names === '' ? message : `${message} ${names}`
}

/** Returns whether a lead, or another lead for the same customer, has a click. */
function hasSignupClick(lead: SeenLead, leads: readonly SeenLead[]): boolean {
  const customer = lead.facts?.customer
  if (customer === undefined) return hasClick(lead)
  return leads.some((one) => one.facts?.customer === customer && hasClick(one))
}

function hasClick({ has_click, facts }: SeenLead): boolean {
  return has_click || facts?.click === 'test' || facts?.click === 'live'
}

function decideServerLead({ leads, rejections, untied, needs_server_leads }: ReadinessData): Gate {
  const gate = 'server_lead'
  const lead = leads.find(({ source, is_settled, mode }) =>
    mode === 'live' ? is_settled : source === 'server' || !needs_server_leads,
  )
  if (lead !== undefined && needs_server_leads && leavesClickToBrowser(lead, leads)) {
    return failedGate(gate, 'click_id_missing', {
      evidence: leadEvidence(lead),
      message:
        'The browser reports the signup’s click, but your server doesn’t, so the signup stays provisional.',
      next_action: 'Read the service_click_id cookie in your signup handler and send it as click_id.',
    })
  }
  if (lead !== undefined) {
    const message = needs_server_leads
      ? 'Your server reports signups, so they count.'
      : 'Signups from the browser count in this program.'
    return passedGate(gate, leadEvidence(lead), message)
  }
  const rejected = rejections.find(({ type }) => type === 'lead')
  if (rejected !== undefined) {
    return failedGate(gate, gateCause(rejected, 'lead_rejected'), {
      evidence: rejectionEvidence(rejected),
      message: 'The newest signup from your server was rejected.',
      next_action: gateFix(rejected, REJECTED_SIGNUP),
    })
  }
  const [newest] = leads
  const untiedLead = untied?.leads.find(({ source }) => source === 'server')
  if (untiedLead !== undefined && newest !== undefined) {
    const { cause, ...found } = describeMissingClick(untiedLead)
    return otherTestGate(gate, cause, found)
  }
  const untiedRejection = untied?.rejections.find(({ type }) => type === 'lead')
  if (untiedRejection !== undefined)
    return describeRejection(gate, 'lead_rejected', untiedRejection, REJECTED_SIGNUP)
  if (newest !== undefined) {
    return failedGate(gate, 'browser_only', {
      evidence: leadEvidence(newest),
      message: 'Only the browser reported the signup. It is provisional and pays nothing.',
      next_action:
        'Send POST /api/v1/track/lead with your API key from the server code that creates the account.',
    })
  }
  return waitingGate(gate, {
    message: 'Your server hasn’t reported a signup.',
    next_action:
      'Send POST /api/v1/track/lead with your API key from the server code that creates the account.',
  })
}

/** A provisional signup doesn't store a customer_key, so a server lead without the click doesn't find it. */
function leavesClickToBrowser(lead: SeenLead, leads: readonly SeenLead[]): boolean {
  if (lead.mode === 'live' || hasClick(lead) || lead.facts?.is_customer === true) return false
  return leads.some((one) => one.mode === 'test' && one.source === 'browser' && hasClick(one))
}

function decideSaleGate({ sales, leads, rejections, untied }: ReadinessData): Gate {
  const gate = 'sale'
  // Only the newest sale counts: a newer test that fails shows that the integration no longer works.
  const [newest] = sales
  if (newest !== undefined && isAcceptable(newest, leads))
    return passedGate(gate, saleEvidence(newest), 'The sale belongs to a customer who signed up.')
  if (newest?.facts?.missing !== undefined) {
    const { missing } = newest.facts
    return failedGate(gate, 'sale_rejected', {
      evidence: saleEvidence(newest),
      message: withUnknownFields(
        `A live sale without ${missing} is rejected, and the newest test sale has none.`,
        newest.facts,
      ),
      next_action: `Send ${missing} with each sale.`,
    })
  }
  if (newest !== undefined) {
    return failedGate(gate, 'customer_key_differs', {
      evidence: saleEvidence(newest),
      message: unmatchedSaleText(newest),
      next_action: SAME_KEY,
    })
  }
  const rejected = rejections.find(({ type }) => type === 'sale')
  if (rejected !== undefined) {
    return failedGate(gate, gateCause(rejected, 'sale_rejected'), {
      evidence: rejectionEvidence(rejected),
      message: 'The newest sale was rejected.',
      next_action: gateFix(rejected, REJECTED_SALE),
    })
  }
  const untiedSale = untied?.sales[0]
  if (untiedSale !== undefined) {
    return otherTestGate(gate, 'customer_key_differs', {
      evidence: saleEvidence(untiedSale),
      message: unmatchedSaleText(untiedSale),
      next_action: SAME_KEY,
    })
  }
  const untiedRejection = untied?.rejections.find(({ type }) => type === 'sale')
  if (untiedRejection !== undefined)
    return describeRejection(gate, 'sale_rejected', untiedRejection, REJECTED_SALE)
  return waitingGate(gate, {
    message: 'No sale has arrived.',
    next_action:
      'Send POST /api/v1/track/sale after each successful payment, or connect your payment processor.',
  })
}

const REJECTED_SALE = 'Correct the request to POST /api/v1/track/sale and buy again.'
const SAME_KEY =
  'Send the same customer_key with the sale as with the signup, such as the account’s ID in your database.'

function unmatchedSaleText({ facts }: SeenSale): string {
  const isNameless = facts?.customer === undefined && facts?.click === 'none'
  return withUnknownFields(
    isNameless
      ? 'The newest test sale has neither customer_key nor click_id.'
      : 'The newest test sale’s customer has no signup.',
    facts,
  )
}

function isAcceptable(sale: SeenSale, leads: readonly SeenLead[]): boolean {
  return sale.facts?.missing === undefined && hasKnownCustomer(sale, leads)
}

/** Returns whether a test sale identifies a test signup's customer or click, or one of the program's customers. */
function hasKnownCustomer({ facts }: SeenSale, leads: readonly SeenLead[]): boolean {
  if (facts === null || facts.is_customer) return true
  return leads.some(
    ({ facts: lead }) =>
      lead !== null &&
      (facts.customer === undefined
        ? lead.click_uuid !== undefined && lead.click_uuid === facts.click_uuid
        : lead.customer === facts.customer),
  )
}

function decideRefund({ refunds, rejections, untied }: ReadinessData): Gate {
  const gate = 'refund'
  const [refund] = refunds
  if (refund !== undefined) {
    const { mode, id, at, transaction_id } = refund
    const evidence = { mode, type: 'refund', event_id: id, at, text: `Refund of ${transaction_id}` } as const
    return passedGate(gate, evidence, 'Refunds reduce the commission.')
  }
  const rejected = rejections.find(({ type }) => type === 'refund')
  if (rejected !== undefined) {
    return failedGate(gate, gateCause(rejected, 'refund_rejected'), {
      evidence: rejectionEvidence(rejected),
      message: 'The newest refund was rejected.',
      next_action: gateFix(rejected, REJECTED_REFUND),
    })
  }
  const untiedRejection = untied?.rejections.find(({ type }) => type === 'refund')
  if (untiedRejection !== undefined)
    return describeRejection(gate, 'refund_rejected', untiedRejection, REJECTED_REFUND)
  return waitingGate(gate, {
    message: 'No refund has arrived.',
    next_action:
      'Send POST /api/v1/track/refund when you refund an order, or connect your payment processor. Refund the test sale once.',
  })
}

const REJECTED_REFUND = 'Send the sale’s transaction_id with POST /api/v1/track/refund.'

function gateCause({ mode, names_test_click }: SeenRejection, cause: GateCause): GateCause {
  return mode === 'live' && names_test_click ? 'test_click_with_live_key' : cause
}

function gateFix({ mode, names_test_click }: SeenRejection, fix: string): string {
  if (mode === 'live' && names_test_click)
    return 'Use a test API key (aff_test_…) on the server where you test. The live key is for real visitors.'
  return fix
}

function passedGate(gate: GateName, evidence: Evidence, message: string): Gate {
  return { gate, status: 'passed', cause: null, evidence, message, next_action: null }
}

function failedGate(
  gate: GateName,
  cause: GateCause,
  found: { evidence: Evidence; message: string; next_action: string },
): Gate {
  return { gate, status: 'failed', cause, ...found }
}

/** Mentions a test event without counting it. */
function otherTestGate(
  gate: GateName,
  cause: GateCause,
  { message, ...found }: { evidence: Evidence; message: string; next_action: string },
): Gate {
  const notCounted = 'It doesn’t count here, because it may belong to another test.'
  return { gate, status: 'waiting', cause, ...found, message: `${message} ${notCounted}` }
}

function describeRejection(
  gate: GateName,
  cause: GateCause,
  rejected: SeenRejection,
  next_action: string,
): Gate {
  return otherTestGate(gate, cause, {
    evidence: rejectionEvidence(rejected),
    message: `A test ${rejected.type === 'lead' ? 'signup' : rejected.type} was rejected.`,
    next_action,
  })
}

function waitingGate(gate: GateName, found: { message: string; next_action: string }): Gate {
  return { gate, status: 'waiting', cause: null, evidence: null, ...found }
}

function leadEvidence({ mode, id, at, source }: SeenLead): Evidence {
  const text = `${mode === 'test' ? 'Test signup' : 'Signup'} from ${source === 'server' ? 'your server' : 'the browser'}`
  return { mode, type: 'lead', event_id: id, at, text }
}

function saleEvidence({ mode, id, at, transaction_id }: SeenSale): Evidence {
  return {
    mode,
    type: 'sale',
    event_id: id,
    at,
    text: `${mode === 'test' ? 'Test sale' : 'Sale'} ${transaction_id}`,
  }
}

function rejectionEvidence({ mode, type, at, message }: SeenRejection): Evidence {
  return { mode, type, event_id: null, at, text: message }
}
