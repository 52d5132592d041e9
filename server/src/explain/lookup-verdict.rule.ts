import type { Attribution } from '../tracking/attribution.rule.ts'
import { windowEnd } from '../tracking/attribution.rule.ts'
import type { ClickDecision } from '../tracking/decide-click.rule.ts'
import type { SaleDecision } from '../tracking/decide-sale.rule.ts'
import type { NoLeadReason } from '../tracking/lead.ts'
import type { LeadDecision } from '../tracking/lead-settlement.rule.ts'
import type {
  ClickEntry,
  CustomerEntry,
  Facts,
  Named,
  PaymentEntry,
  ProgramEntry,
  Reason,
  RefusalEntry,
  RefusedCall,
  SaleEntry,
  Verdict,
} from './explain.ts'
import { factsOfCustomer } from './sale-verdict.rule.ts'
import { windowThen } from './window-then.rule.ts'

/** What the rule of sales says of a sale of somebody: that it counts, or why not. */
export type SaleTrial = Extract<Attribution, { kind: 'attributed' }> | Exclude<SaleDecision, { kind: 'save' }>

/** What the rule of signups says of a signup. */
export interface LeadTrial {
  decision: LeadDecision
  /** When it was decided for. */
  at: Date
}

/** What is known of a click id. */
export type KnownClick =
  /** It has not the form of one. */
  | { kind: 'malformed' }
  | { kind: 'of_another_program'; program: Named | undefined }
  | { kind: 'not_recorded' }
  | { kind: 'recorded'; click: ClickEntry }

/** What is known of the names that somebody was, or would be, attributed by. */
export interface NamesKnown {
  customerKey: string | undefined
  clickId: string | undefined
  click: KnownClick | undefined
  /** The newest signup of these names that was refused, and what its rule says of it. */
  refusedLead: { refusal: RefusalEntry; trial: LeadTrial | undefined } | undefined
  /** The newest click call with this click id that was not counted. */
  refusedClick: RefusalEntry | undefined
  /** What a signup from this click would come to now. */
  leadNow: LeadDecision | undefined
  /** What another visit on the link of this click would come to now. */
  clickNow: ClickDecision | undefined
  similarKeys: readonly string[]
  otherProgram: Named | undefined
  /** Whom the same session brought by another click. */
  winner: { click: ClickEntry; customer: CustomerEntry } | undefined
}

/** How a refused call stands in an answer. */
export function refusedCall(refusal: RefusalEntry): RefusedCall {
  const { id, call, code, message, field, count } = refusal
  const times = { firstAt: refusal.first_at.toISOString(), lastAt: refusal.last_at.toISOString() }
  return { id, call, code, message, field, count, ...times }
}

/**
 * Why nobody is known by the names of a sale, a customer key or a click: what became of the click, then of the signup,
 * then what the name is mistaken for.
 * @param soldAt when a sale of these names came
 */
export function unknownNames(known: NamesKnown, program: ProgramEntry, soldAt?: Date): Verdict {
  const { customerKey, clickId, refusedLead, similarKeys, otherProgram } = known
  const names: Facts = {
    ...(customerKey === undefined ? {} : { customerKey }),
    ...(clickId === undefined ? {} : { clickId }),
  }
  if (customerKey === undefined) return unknownClick(known, program, { names, soldAt })
  if (refusedLead !== undefined) return ofRefusedLead(refusedLead, names)
  const [similar] = similarKeys
  if (similar !== undefined)
    return { reason: 'customer_key_spelled_differently', facts: { ...names, similar } }
  if (otherProgram !== undefined)
    return { reason: 'known_in_another_program', facts: { ...names, otherProgram } }
  return { reason: 'customer_never_signed_up', facts: names }
}

function unknownClick(
  known: NamesKnown,
  program: ProgramEntry,
  { names, soldAt }: { names: Facts; soldAt: Date | undefined },
): Verdict {
  const { click, refusedClick, refusedLead, winner } = known
  if (click === undefined) return { reason: 'nothing_to_attribute_by', facts: names }
  switch (click.kind) {
    case 'malformed':
      return { reason: 'no_click_recorded', facts: names }
    case 'of_another_program':
      return {
        reason: 'click_of_another_program',
        facts: { ...names, ...(click.program === undefined ? {} : { otherProgram: click.program }) },
      }
    case 'not_recorded':
      if (refusedClick === undefined) return { reason: 'no_click_recorded', facts: names }
      return ofRefusedClick(refusedClick, names)
    case 'recorded': {
      if (click.click.is_test) return { reason: 'test_event', facts: names }
      const facts = { ...names, ...factsOfClick(click.click, program) }
      if (winner !== undefined) return ofWinner(winner, click.click, facts)
      if (refusedLead !== undefined) return ofRefusedLead(refusedLead, facts)
      const endedAt = windowEnd(click.click.received_at, program.attribution_window_days)
      const wasOpen = soldAt !== undefined && soldAt <= endedAt
      return withoutSignup(known, { facts, wasOpen }, program)
    }
  }
}

function factsOfClick(click: ClickEntry, program: ProgramEntry): Facts {
  const { partner_id: id, partner_name: name } = click
  return {
    clickedAt: click.received_at.toISOString(),
    windowDays: program.attribution_window_days,
    windowEndedAt: windowEnd(click.received_at, program.attribution_window_days).toISOString(),
    ...(id === null || name === null ? {} : { partner: { id, name } }),
    ...(click.code === null ? {} : { linkCode: click.code }),
  }
}

/** The session of a click brought a customer by another one. */
function ofWinner(winner: NonNullable<NamesKnown['winner']>, click: ClickEntry, facts: Facts): Verdict {
  const { customer } = winner
  const isLater = winner.click.received_at > click.received_at
  return {
    reason: isLater ? 'later_click_won' : 'earlier_click_kept_customer',
    facts: {
      ...facts,
      customerId: customer.id,
      ...(customer.customer_key === null ? {} : { customerKey: customer.customer_key }),
      otherPartner: { id: customer.partner_id, name: customer.partner_name },
      otherClickedAt: winner.click.received_at.toISOString(),
    },
  }
}

/**
 * A click that brought nobody: whether a signup from it would still count, by the rule of signups. A sale that came while
 * the window `wasOpen` was refused for the signup that was missing, however late one would be now.
 */
function withoutSignup(
  { leadNow, clickNow }: NamesKnown,
  { facts, wasOpen }: { facts: Facts; wasOpen: boolean },
  program: ProgramEntry,
): Verdict {
  const isOver = leadNow?.kind === 'no_attribution' && leadNow.reason === 'window_expired'
  const isOverSince = isOver && wasOpen
  if (leadNow?.kind === 'closed_to_new_referrals' || (leadNow?.kind === 'no_attribution' && !isOverSince)) {
    const cause = leadNow.kind === 'closed_to_new_referrals' ? leadNow.kind : leadNow.reason
    return { reason: REASON_OF_LEAD[cause], facts: { ...facts, programStatus: program.status } }
  }
  const isLinkOff = clickNow?.kind === 'not_counted' && clickNow.reason === 'inactive_link'
  return {
    reason: isLinkOff ? 'link_inactive' : 'click_without_signup',
    facts: { ...facts, ...(isOverSince ? { leadReason: 'window_expired' } : {}) },
  }
}

/** What each way of the rule of signups to find nobody is called. */
export const REASON_OF_LEAD: Record<NoLeadReason | 'closed_to_new_referrals', Reason> = {
  program_inactive: 'program_not_active',
  no_click: 'no_click_recorded',
  window_expired: 'window_closed',
  click_partner_not_approved: 'partner_not_approved',
  customer_partner_not_approved: 'partner_not_approved',
  closed_to_new_referrals: 'program_closed',
}

/** What each reason of the rule of clicks is called. */
export const REASON_OF_CLICK = {
  unknown_link: 'unknown_link',
  inactive_link: 'link_inactive',
  bot: 'click_of_bot',
  program_paused: 'program_closed',
  partner_not_approved: 'partner_not_approved',
} as const satisfies Record<string, Reason>

function ofRefusedClick(refusal: RefusalEntry, names: Facts): Verdict {
  const facts = {
    ...names,
    refusal: refusedCall(refusal),
    ...(refusal.link_code === null ? {} : { linkCode: refusal.link_code }),
  }
  const { code } = refusal
  return {
    reason: Object.hasOwn(REASON_OF_CLICK, code)
      ? REASON_OF_CLICK[code as keyof typeof REASON_OF_CLICK]
      : 'call_refused',
    facts,
  } // safe because the record has it
}

function ofRefusedLead({ refusal, trial }: NonNullable<NamesKnown['refusedLead']>, names: Facts): Verdict {
  const decision = trial?.decision
  const leadReason =
    decision?.kind === 'no_attribution'
      ? decision.reason
      : decision?.kind === 'closed_to_new_referrals'
        ? decision.kind
        : undefined
  const facts: Facts = {
    ...names,
    refusal: refusedCall(refusal),
    ...(refusal.click_id === null ? {} : { clickId: refusal.click_id }),
    ...(leadReason === undefined ? {} : { leadReason }),
  }
  return { reason: refusal.code === 'lead_already_settled' ? 'lead_already_settled' : 'lead_refused', facts }
}

/** A refused sale, with what its rule says of it now and as of when it came. */
export interface RefusedSale {
  refusal: RefusalEntry
  /** Undefined where it never came to the rule. */
  whenSent: SaleTrial | undefined
  now: SaleTrial | undefined
  customer: CustomerEntry | undefined
  /** The sale that has its transaction_id. */
  recorded: SaleEntry | undefined
  known: NamesKnown
}

const KEY_CODES: readonly string[] = ['unauthorized', 'api_key_rotation_required']

/** Why a sale call was refused, by the answer that it got, and where that says little, by the rule it came to. */
export function refusedSale(refused: RefusedSale, program: ProgramEntry): Verdict {
  const { refusal, recorded } = refused
  const facts: Facts = {
    refusal: refusedCall(refusal),
    ...(refusal.transaction_id === null ? {} : { transactionId: refusal.transaction_id }),
    ...(refusal.customer_key === null ? {} : { customerKey: refusal.customer_key }),
    ...(refusal.click_id === null ? {} : { clickId: refusal.click_id }),
  }
  const { code } = refusal
  if (code === 'duplicate_transaction') {
    return {
      reason: 'duplicate_transaction',
      facts: { ...facts, ...(recorded === undefined ? {} : { saleId: recorded.id }) },
    }
  }
  if (code === 'unsupported_currency') return { reason: 'currency_not_taken', facts }
  if (KEY_CODES.includes(code)) return { reason: 'key_refused', facts }
  if (code === 'invalid_request') return { reason: 'call_malformed', facts }
  const isOfRule = code === 'no_attribution' || code === 'window_expired'
  if (!isOfRule) return { reason: 'call_refused', facts }
  return ofTrials(refused, facts, program)
}

function ofTrials(
  { refusal, whenSent, now, customer, known }: RefusedSale,
  facts: Facts,
  program: ProgramEntry,
): Verdict {
  if (now?.kind === 'attributed')
    return { reason: 'sent_again_it_counts', facts: { ...facts, ...(customer && factsOfCustomer(customer)) } }
  // Whatever has changed since: what it was refused for is what its answer said.
  const wasLate = refusal.code === 'window_expired'
  if (wasLate && customer !== undefined && now?.kind !== 'duplicate')
    return { reason: 'window_closed', facts: { ...facts, ...windowOf(refusal, customer, program) } }
  const trial = whenSent === undefined || whenSent.kind === 'attributed' ? now : whenSent
  if (trial === undefined) return { reason: 'call_refused', facts }
  const since = trial.kind === 'window_expired' && !wasLate ? { isClosedSince: true as const } : {}
  const soldAt = refusal.last_at
  return ofTrial(trial, { customer, known, facts: { ...facts, ...since }, soldAt }, program)
}

/** The window that was over when a sale came: the one of then, and the one of now where that is another. */
function windowOf(refusal: RefusalEntry, customer: CustomerEntry, program: ProgramEntry): Facts {
  const windowDaysNow = program.attribution_window_days
  const days = windowThen(refusal)
  if (days !== undefined) {
    const then = closedWindow(customer, { attribution_window_days: days })
    return days === windowDaysNow ? then : { ...then, windowDaysNow }
  }
  const wasOver = windowEnd(customer.clicked_at, windowDaysNow) < refusal.last_at
  return wasOver ? closedWindow(customer, program) : { ...factsOfCustomer(customer), windowDaysNow }
}

/** What each branch of the rule of sales is called. */
export function ofTrial(
  trial: Exclude<SaleTrial, { kind: 'attributed' }>,
  {
    customer,
    known,
    facts,
    soldAt,
  }: { customer: CustomerEntry | undefined; known: NamesKnown; facts: Facts; soldAt?: Date },
  program: ProgramEntry,
): Verdict {
  switch (trial.kind) {
    case 'duplicate':
      return { reason: 'duplicate_transaction', facts: { ...facts, saleId: trial.sale_id } }
    case 'window_expired':
      return {
        reason: 'window_closed',
        facts: { ...facts, ...(customer && closedWindow(customer, program)) },
      }
    case 'no_attribution':
      switch (trial.reason) {
        case 'nothing_sent':
          return { reason: 'nothing_to_attribute_by', facts }
        case 'partner_not_approved':
          return {
            reason: 'partner_not_approved',
            facts: { ...facts, ...(customer && factsOfCustomer(customer)) },
          }
        case 'unknown_customer': {
          const { reason, facts: more } = unknownNames(known, program, soldAt)
          return {
            reason,
            facts: { ...more, ...facts, ...(more.refusal === undefined ? {} : { refusal: more.refusal }) },
          }
        }
      }
  }
}

function closedWindow(
  customer: CustomerEntry,
  { attribution_window_days: windowDays }: Pick<ProgramEntry, 'attribution_window_days'>,
): Facts {
  const windowEndedAt = windowEnd(customer.clicked_at, windowDays).toISOString()
  return { ...factsOfCustomer(customer), windowDays, windowEndedAt }
}

/** A customer who has bought nothing: what a sale that came now would come to, by the rule of sales. */
export function withoutSale(
  customer: CustomerEntry,
  { trial, known }: { trial: SaleTrial | undefined; known: NamesKnown },
  program: ProgramEntry,
): Verdict {
  const facts = {
    ...factsOfCustomer(customer),
    ...(known.clickId === undefined ? {} : { clickId: known.clickId }),
  }
  if (program.status !== 'active')
    return { reason: 'program_not_active', facts: { ...facts, programStatus: program.status } }
  if (trial !== undefined && trial.kind !== 'attributed')
    return ofTrial(trial, { customer, known, facts }, program)
  const window = closedWindow(customer, program)
  return {
    reason: customer.status === 'provisional' ? 'lead_is_provisional' : 'no_sale_yet',
    facts: { ...facts, ...window },
  }
}

/** What the processor told of that has no sale. */
export function paymentVerdict(payment: PaymentEntry, asked: string): Verdict {
  const facts: Facts = {
    transactionId: asked,
    receivedAt: payment.created_at.toISOString(),
    ...(payment.amount_cents === null ? {} : { amountCents: payment.amount_cents }),
    ...(payment.customer_key === null ? {} : { customerKey: payment.customer_key }),
    ...(payment.reason === null ? {} : { paymentReason: payment.reason }),
  }
  switch (payment.state) {
    case 'unattributed':
      return { reason: 'payment_not_attributed', facts }
    case 'dismissed':
      return { reason: 'payment_dismissed', facts }
    case 'announced':
    case 'attributed':
      return { reason: 'payment_announced', facts }
  }
}

/** Nothing is recorded of a name: what it may be mistaken for. */
export function nothingKnown(
  asked: Facts,
  {
    isTestKnown,
    similar,
    otherProgram,
  }: { isTestKnown: boolean; similar: readonly string[]; otherProgram: Named | undefined },
): Verdict {
  if (isTestKnown) return { reason: 'test_event', facts: asked }
  const [first] = similar
  if (first !== undefined) return { reason: 'spelled_differently', facts: { ...asked, similar: first } }
  if (otherProgram !== undefined)
    return { reason: 'known_in_another_program', facts: { ...asked, otherProgram } }
  return { reason: 'nothing_received', facts: asked }
}
