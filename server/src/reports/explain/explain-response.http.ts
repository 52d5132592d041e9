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

/** Query parameters of an explanation; exactly one is required. */
export const requestedFields = {
  transactionId: name('Your ID of the order, as sent to the sale endpoint.'),
  customerKey: name('Your ID of the customer.'),
  clickId: name('Value of the service_click_id cookie.'),
  email: name('Matches every customer with this email. Not stored: only its keyed hash is compared.'),
}

/** Parses the query; an email is replaced by its hash. */
export function readRequested(
  sent: { [Field in keyof typeof requestedFields]?: string | undefined },
  appSecret: string,
): ExplainQuery {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  const [first] = given
  if (given.length !== 1 || first === undefined) {
    throw invalidField('transactionId', 'Send exactly one of transactionId, customerKey, clickId and email.')
  }
  const [by, value = ''] = first
  if (value === '') throw invalidField(by, `${by} is empty.`)
  if (by !== 'email') return { by: by as Exclude<keyof typeof requestedFields, 'email'>, value } // safe because no other is left
  if (!value.includes('@')) throw invalidField('email', 'email is not a valid email address.')
  return { by: 'emailHash', value: hashEmail(value, appSecret).toString('hex') }
}

const Named = namedObject('NamedReference', { id: Type.Integer(), name: Type.String() })

const RejectedRequestItem = namedObject('RejectedRequestItem', {
  id: Type.Integer(),
  type: choice(REQUEST_TYPES, 'RequestType'),
  code: Type.String({ description: 'Error code of the response, or why the request was not counted.' }),
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

/** Enums described once in the API document. */
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
  return Object.fromEntries(schemas) as { [Name in keyof Kinded]: TOptional<TUnsafe<ValueOf<Kinded[Name]>>> } // safe because each schema matches its kind
}

const Item = namedObject('TimelineItem', {
  type: choice(TIMELINE_ITEM_TYPES),
  at: Instant,
  text: Type.String({ description: 'The conclusion in one or two sentences.' }),
  isTest: Type.Boolean(),
  ...optional(ITEM_FIELDS),
})

export const ExplanationResponse = namedObject('Explanation', {
  conclusion: namedObject('Conclusion', {
    reason: choice(REASONS, 'ConclusionReason'),
    status: choice(CONCLUSION_STATUSES, 'ConclusionStatus'),
    message: Type.String({
      description: 'What happened, in one sentence, with times in the program’s time zone.',
    }),
    facts: namedObject('ConclusionFacts', optional(FACTS)),
    remedy: nullable(
      Type.String({ description: 'What would have led to a commission, or still can. Null if it pays.' }),
    ),
  }),
  timeline: Type.Array(Item, { description: 'Everything that happened, oldest first.' }),
  testEvents: Type.Array(Item, { description: 'Test events with this name. They never count.' }),
  isCut: Type.Boolean({ description: 'Whether older items are omitted.' }),
  sandbox: Type.Optional(
    Type.Literal(true, {
      description: 'True for a sandbox: it runs on its own clock, without real payouts.',
    }),
  ),
})
