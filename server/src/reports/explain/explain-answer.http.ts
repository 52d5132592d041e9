import Type, { type TOptional, type TSchema, type TUnsafe } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import {
  COMMISSION_STATUSES,
  HOLD_REASONS,
  PARTNER_STATUSES,
  PROGRAM_STATUSES,
  REQUEST_TYPES,
} from '../../core/enums.ts'
import { invalidField } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import {
  CONCLUSION_STATUSES,
  type ExplainQuery,
  FACTS,
  type FieldKind,
  ITEM_FIELDS,
  TIMELINE_ITEM_TYPES,
  type ValueOf,
} from './explain.ts'
import { REASONS } from './explanation-text.rule.ts'

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
): ExplainQuery {
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

const Named = namedObject('NamedThing', { id: Type.Integer(), name: Type.String() })

const RejectedRequestItem = namedObject('RejectedRequestItem', {
  id: Type.Integer(),
  type: choice(REQUEST_TYPES, 'RequestType'),
  code: Type.String({ description: 'The error code of the answer, or why the call was not counted.' }),
  message: Type.String(),
  field: nullable(Type.String()),
  count: Type.Integer(),
  firstAt: Instant,
  lastAt: Instant,
})

const SCHEMAS = {
  text: Type.String(),
  integer: Type.Integer(),
  instant: Instant,
  yes: Type.Literal(true),
  texts: Type.Array(Type.String()),
  currency: CurrencyCode,
  named: Named,
  rejectedRequest: RejectedRequestItem,
} satisfies Record<Extract<FieldKind, string>, TSchema>

/** The lists of words that the API's document describes once. */
const TITLES = new Map<readonly string[], string>([
  [HOLD_REASONS, 'HoldReason'],
  [PARTNER_STATUSES, 'PartnerStatus'],
  [PROGRAM_STATUSES, 'ProgramStatus'],
  [COMMISSION_STATUSES, 'CommissionStatus'],
])

function optional<Kinded extends Record<string, FieldKind>>(fields: Kinded) {
  const schemaOf = (kind: FieldKind): TSchema =>
    typeof kind === 'string' ? SCHEMAS[kind] : choice(kind, TITLES.get(kind))
  const schemas = Object.entries(fields).map(([name, kind]) => [name, Type.Optional(schemaOf(kind))])
  return Object.fromEntries(schemas) as { [Name in keyof Kinded]: TOptional<TUnsafe<ValueOf<Kinded[Name]>>> } // safe because each schema is of its kind
}

const Item = namedObject('TimelineItem', {
  type: choice(TIMELINE_ITEM_TYPES),
  at: Instant,
  text: Type.String({ description: 'The same in words.' }),
  isTest: Type.Boolean(),
  ...optional(ITEM_FIELDS),
})

export const ExplanationAnswer = namedObject('Explanation', {
  conclusion: namedObject('Conclusion', {
    reason: choice(REASONS, 'ConclusionReason'),
    standing: choice(CONCLUSION_STATUSES, 'ConclusionStatus'),
    message: Type.String({ description: 'In words, with times in the time zone of the program.' }),
    facts: namedObject('ConclusionFacts', optional(FACTS)),
    remedy: nullable(
      Type.String({ description: 'What would have made it pay, or would now; null where it pays.' }),
    ),
  }),
  timeline: Type.Array(Item, { description: 'Everything that happened, from the first to the last.' }),
  testEvents: Type.Array(Item, { description: 'Test events of the name: they count nowhere.' }),
  isCut: Type.Boolean({ description: 'More happened than is told here.' }),
  sandbox: Type.Optional(
    Type.Literal(true, { description: 'Of a sandbox: it happened by its own clock, and nobody is paid.' }),
  ),
})
