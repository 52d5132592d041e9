import Type from 'typebox'
import { limits } from '../platform/config.ts'
import { hashEmail } from '../platform/email-hash.rule.ts'
import { invalidField } from '../platform/errors.http.ts'
import { CurrencyCode, choice, Instant, nullable } from '../platform/management.http.ts'
import { namedObject } from '../platform/named-schema.http.ts'
import {
  COMMISSION_STATUSES,
  HOLD_REASONS,
  LEAD_SOURCES,
  LEAD_STATES,
  PARTNER_STATUSES,
  PAYMENT_STATES,
  PAYOUT_WAITS,
  PROGRAM_STATUSES,
  TRACK_CALLS,
  UNATTRIBUTED_REASONS,
} from '../platform/words.ts'
import { NO_LEAD_REASONS } from '../tracking/lead.ts'
import { type Asked, REASONS, STANDINGS, STORY_TYPES } from './explain.ts'

const name = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: limits.idChars, description }))

/** By what an explanation is asked for: exactly one of them. */
export const askedFields = {
  transactionId: name('Your id of an order, as it was sent to the sale endpoint.'),
  customerKey: name('Your own id of the customer.'),
  clickId: name('The value of the service_click_id cookie.'),
  email: name('Everybody who is known by this e-mail. It is not kept: its keyed hash is compared.'),
}

/** What somebody asks by, once it was read; an e-mail is known by its hash from here on. */
export function readAsked(
  sent: { [Field in keyof typeof askedFields]?: string | undefined },
  appSecret: string,
): Asked {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  const [first] = given
  if (given.length !== 1 || first === undefined) {
    throw invalidField(
      'transactionId',
      'Say what: one of transactionId, customerKey, clickId and email, and only one of them.',
    )
  }
  const [by, value = ''] = first
  if (value === '') throw invalidField(by, `${by} is empty.`)
  if (by !== 'email') return { by: by as Exclude<keyof typeof askedFields, 'email'>, value } // safe because no other is left
  if (!value.includes('@')) throw invalidField('email', 'email is no e-mail address.')
  return { by: 'emailHash', value: hashEmail(value, appSecret).toString('hex') }
}

const optional = {
  id: Type.Optional(Type.Integer()),
  text: Type.Optional(Type.String()),
  at: Type.Optional(Instant),
  cents: Type.Optional(Type.Integer()),
}

const Named = namedObject('NamedThing', { id: Type.Integer(), name: Type.String() })

const RefusedCall = namedObject('RefusedCall', {
  id: Type.Integer(),
  call: choice(TRACK_CALLS, 'TrackCall'),
  code: Type.String({ description: 'The error code of the answer, or why the call was not counted.' }),
  message: Type.String(),
  field: nullable(Type.String()),
  count: Type.Integer(),
  firstAt: Instant,
  lastAt: Instant,
})

const Facts = namedObject('VerdictFacts', {
  asked: optional.text,
  transactionId: optional.text,
  customerKey: optional.text,
  clickId: optional.text,
  saleId: optional.id,
  customerId: optional.id,
  commissionId: optional.id,
  payoutId: optional.id,
  partner: Type.Optional(Named),
  otherPartner: Type.Optional(Named),
  linkCode: optional.text,
  amountCents: optional.cents,
  currency: Type.Optional(CurrencyCode),
  commissionCents: optional.cents,
  madeCents: optional.cents,
  taxCents: optional.cents,
  paidCents: optional.cents,
  refundedCents: optional.cents,
  receivedAt: optional.at,
  clickedAt: optional.at,
  otherClickedAt: optional.at,
  windowDays: Type.Optional(Type.Integer()),
  windowEndedAt: optional.at,
  windowDaysNow: Type.Optional(Type.Integer()),
  isClosedSince: Type.Optional(Type.Literal(true)),
  firstSaleAt: optional.at,
  durationMonths: Type.Optional(Type.Integer()),
  durationEndedAt: optional.at,
  holdUntil: optional.at,
  holdReason: Type.Optional(choice(HOLD_REASONS, 'HoldReason')),
  paidAt: optional.at,
  rejectedReason: optional.text,
  payoutWait: Type.Optional(choice(PAYOUT_WAITS)),
  payoutHoldReason: optional.text,
  partnerStatus: Type.Optional(choice(PARTNER_STATUSES, 'PartnerStatus')),
  programStatus: Type.Optional(choice(PROGRAM_STATUSES, 'ProgramStatus')),
  currencies: Type.Optional(Type.Array(Type.String())),
  similar: optional.text,
  otherProgram: Type.Optional(Named),
  paymentReason: Type.Optional(choice(UNATTRIBUTED_REASONS)),
  refusal: Type.Optional(RefusedCall),
  leadReason: Type.Optional(choice([...NO_LEAD_REASONS, 'closed_to_new_referrals'])),
})

const Item = namedObject('StoryItem', {
  type: choice(STORY_TYPES),
  at: Instant,
  text: Type.String({ description: 'The same in words.' }),
  isTest: Type.Boolean(),
  clickId: optional.text,
  leadId: optional.id,
  saleId: optional.id,
  customerId: optional.id,
  customerKey: optional.text,
  transactionId: optional.text,
  partner: Type.Optional(Named),
  linkCode: optional.text,
  commissionId: optional.id,
  payoutId: optional.id,
  amountCents: optional.cents,
  currency: Type.Optional(CurrencyCode),
  leadState: Type.Optional(choice(LEAD_STATES)),
  leadSource: Type.Optional(choice(LEAD_SOURCES)),
  fromStatus: Type.Optional(choice(COMMISSION_STATUSES, 'CommissionStatus')),
  toStatus: Type.Optional(choice(COMMISSION_STATUSES, 'CommissionStatus')),
  fromCents: optional.cents,
  because: optional.text,
  holdUntil: optional.at,
  attributedBy: optional.text,
  baseCents: optional.cents,
  taxCents: optional.cents,
  paymentState: Type.Optional(choice(PAYMENT_STATES)),
  paymentReason: Type.Optional(choice(UNATTRIBUTED_REASONS)),
  refusal: Type.Optional(RefusedCall),
  isOtherClick: Type.Optional(Type.Literal(true)),
  isRestated: Type.Optional(Type.Literal(true)),
})

export const ExplanationAnswer = namedObject('Explanation', {
  verdict: namedObject('Verdict', {
    reason: choice(REASONS, 'VerdictReason'),
    standing: choice(STANDINGS, 'VerdictStanding'),
    message: Type.String({ description: 'In words, with times in the time zone of the program.' }),
    facts: Facts,
    wouldPayIf: nullable(
      Type.String({ description: 'What would have made it pay, or would now; null where it pays.' }),
    ),
  }),
  story: Type.Array(Item, { description: 'Everything that happened, from the first to the last.' }),
  testEvents: Type.Array(Item, { description: 'Test events of the name: they count nowhere.' }),
  isCut: Type.Boolean({ description: 'More happened than is told here.' }),
  sandbox: Type.Optional(
    Type.Literal(true, { description: 'Of a sandbox: it happened by its own clock, and nobody is paid.' }),
  ),
})
