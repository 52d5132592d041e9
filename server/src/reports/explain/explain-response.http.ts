import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { CONCLUSION_STATUSES, type ExplainQuery, FACTS, REASONS, TIMELINE_ITEM } from './explain.ts'
import { hashedQuery } from './hashed-query.rule.ts'

const nameField = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: limits.maxIdLength, description }))

/** Query parameters for an explanation; exactly one is required. */
export const requestedFields = {
  transactionId: nameField('Your order ID, as sent to the sale endpoint.'),
  customerKey: nameField('Your customer ID, as sent to the lead or sale endpoint.'),
  clickId: nameField('The value of the service_click_id cookie.'),
  email: nameField('Matches every customer with this email. Not stored: only its keyed hash is compared.'),
}

/** Query parameters of the API, which also accepts a sale's number. */
export const explainFields = {
  ...requestedFields,
  saleId: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The sale’s number, as shown in the event list.' }),
  ),
}

/** Parses the query; an email is replaced by its hash. */
export function readRequested(
  sent: { [Field in keyof typeof requestedFields]?: string | undefined },
  appSecret: string,
): ExplainQuery {
  const givenFields = Object.entries(sent).filter(([, value]) => value !== undefined)
  const [first] = givenFields
  if (givenFields.length !== 1 || first === undefined) {
    throw invalidFieldError(
      'transactionId',
      'Send exactly one of transactionId, customerKey, clickId and email.',
    )
  }
  const [by, value = ''] = first
  if (value === '') throw invalidFieldError(by, `${by} is empty.`)
  if (by === 'email' && !value.includes('@'))
    throw invalidFieldError('email', 'email is not a valid email address.')
  return hashedQuery({ by: by as keyof typeof requestedFields, value }, appSecret) // safe because these are its keys
}

const Item = namedObject('TimelineItem', {
  ...TIMELINE_ITEM.properties,
  text: Type.String({ description: 'The conclusion in one or two sentences.' }),
})

export const ExplanationResponse = namedObject('Explanation', {
  conclusion: namedObject('Conclusion', {
    reason: choice(REASONS, 'ConclusionReason'),
    status: choice(CONCLUSION_STATUSES, 'ConclusionStatus'),
    message: Type.String({
      description: 'What happened, in one sentence, with times in the program’s time zone.',
    }),
    facts: FACTS,
    remedy: nullable(
      Type.String({ description: 'What would have led to a commission, or still can. Null if it pays.' }),
    ),
  }),
  timeline: Type.Array(Item, { description: 'All events, oldest first.' }),
  testEvents: Type.Array(Item, { description: 'Test events that match the query. They never count.' }),
  isCut: Type.Boolean({ description: 'Whether older items are omitted.' }),
  sandbox: Type.Optional(
    Type.Literal(true, {
      description: 'True for a sandbox: it runs on its own clock, without real payouts.',
    }),
  ),
})
