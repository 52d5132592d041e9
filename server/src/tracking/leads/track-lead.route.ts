import Type, { type Static } from 'typebox'
import { createKeyedQueue, type KeyedQueue } from '../../core/async/keyed-queue.ts'
import { limits } from '../../core/config/limits.ts'
import { COUPON_PROBLEMS } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readJsonObject, trackRoute } from '../../core/http/request-parsing.http.ts'
import type { App } from '../../core/http/service.ts'
import { isCustomerEmail } from '../../core/text/email-address.rule.ts'
import { isStorable } from '../../core/text/stored-text.rule.ts'
import { authenticateKey, type KeyDeps, type VerifiedKey } from '../../workspace/programs/program-key.http.ts'
import { withoutUserInfo } from '../clicks/affiliate-url.rule.ts'
import { parseClickId } from '../clicks/click-id.rule.ts'
import { findTestClick, TEST_CLICK_WITH_LIVE_KEY } from '../clicks/test-link.flow.ts'
import { visitFields } from '../clicks/visit.http.ts'
import { parseVisit } from '../clicks/visit.rule.ts'
import { couponProblemMessage } from '../coupons/coupon-attribution.rule.ts'
import { startRequestNote } from '../requests/count-requests.http.ts'
import type { UnknownField } from '../requests/decision.ts'
import { nameUnknownFields } from '../requests/name-unknown-fields.http.ts'
import { optionalMetadata, trackBodyReader } from '../requests/optional-metadata.http.ts'
import { findPlaceholder } from '../requests/placeholder-field.rule.ts'
import type { RequestNote } from '../requests/request-outcome.ts'
import { readProgramAndMode, readTestEvent } from '../requests/test-event.rule.ts'
import {
  namedProgram,
  respondToTestEvent,
  TestEventResponse,
  testProgram,
} from '../requests/test-response.http.ts'
import { unknownFields } from '../requests/unknown-fields.rule.ts'
import { type LeadOutcome, type LeadRequest, recordTestLead, settleLead } from './settle-lead.flow.ts'

const LeadBody = Type.Object({
  click_id: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description: 'Required for a browser request. The value of the service_click_id cookie.',
    }),
  ),
  customer_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdLength,
      description:
        'Your own ID for the customer. Send the same ID with the customer’s sales. A placeholder such as ' +
        '`undefined` or `null` returns 400. A browser request whose lead is provisional ignores it and doesn’t ' +
        'save a key.',
    }),
  ),
  email: Type.Optional(
    Type.String({
      description: 'Stored only as a keyed hash. An invalid email is ignored, and the lead is recorded.',
    }),
  ),
  coupon_code: Type.Optional(
    Type.String({
      maxLength: limits.maxIdLength,
      description:
        'The coupon code that the customer used. In a server request, a partner’s code can attribute the customer ' +
        'without a click. Browser requests ignore it.',
    }),
  ),
  program_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Optional. If sent, it must match.' })),
  session_id: optionalMetadata(limits.maxIdLength),
  page_url: optionalMetadata(limits.maxUrlLength),
  additional_data: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'At most 16 KiB. `{test_mode: true, program_id}` records a test lead.',
    }),
  ),
})

const documentedLeadBody = namedObject('LeadBody', { ...LeadBody.properties, ...visitFields })

const LeadResponse = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  lead_id: Type.Integer(),
  provisional: Type.Optional(
    Type.Literal(true, {
      description:
        'True for a browser lead, which counts only once your server or a payment confirms it. Repeated browser ' +
        'requests return true even after that.',
    }),
  ),
})

type LeadRouteResponse = Static<typeof LeadResponse> | Static<typeof TestEventResponse>

const readLeadBody = trackBodyReader(LeadBody)
const FIELDS = Object.keys({ ...LeadBody.properties, ...visitFields })

/**
 * Registers `POST /api/v1/track/lead`, which records a signup. With the program API key it is a server request, which
 * settles the lead. Without a key it is a browser request, which settles only if the program allows it. Source:
 * specification, "POST {base_url}/api/v1/track/lead" and "Lead settlement"; D20 to D23.
 */
export function registerTrackLead(app: App, deps: KeyDeps) {
  const keyedQueue = createKeyedQueue()
  app.route({
    ...trackRoute,
    method: 'POST',
    url: '/api/v1/track/lead',
    schema: {
      operationId: 'trackLead',
      tags: ['Track'],
      consumes: ['application/json', 'text/plain'],
      summary: 'Record a signup',
      security: [{}, { programApiKey: [] }],
      body: {
        ...documentedLeadBody,
        examples: [
          { click_id: '<the service_click_id cookie>', customer_key: 'user-1842', email: 'ada@example.com' },
        ],
      },
      response: {
        200: Type.Union([LeadResponse, TestEventResponse]),
        ...errorResponses([400, 401, 413, 415], { hasKey: true }),
      },
    },
    handler: async (request, reply) => {
      const receivedAt = deps.clock.now()
      const requestNote = startRequestNote(request, receivedAt)
      const key = await authenticateKey(deps, request, reply, receivedAt)
      const rawBody = readJsonObject(request.body, { textPlain: key === undefined })
      const namedRef = readProgramAndMode(rawBody)
      requestNote.sent = rawBody
      requestNote.isTest = namedRef.isTest
      requestNote.receivedAt = key?.receivedAt ?? receivedAt
      requestNote.visit = key === undefined ? undefined : parseVisit(rawBody)
      requestNote.programId = key?.programId ?? parseClickProgram(rawBody.click_id) ?? namedRef.programId
      const { email = null } = rawBody
      const isEmailUsable = email === null || email === '' || isEmail(email)
      // A browser request's program may not save customer keys (D22), so an unusable key must not reject the lead.
      const keyError = key === undefined ? customerKeyError(rawBody) : undefined
      const unknown = unknownFields(rawBody, FIELDS)
      return nameUnknownFields<LeadRouteResponse>(requestNote, unknown, async () => {
        const body = readLeadBody({
          ...rawBody,
          ...(isEmailUsable ? {} : { email: null }),
          ...(keyError === undefined ? {} : { customer_key: null }),
        })
        const emailNote = isEmailUsable ? '' : EMAIL_IGNORED
        return handleLead({ deps, keyedQueue }, body, {
          key,
          keyError,
          receivedAt,
          emailNote,
          unknown,
          requestNote,
        })
      })
    },
  })
}

const EMAIL_IGNORED = ' The email is invalid and was ignored.'
const KEY_IGNORED = ' The customer_key is not an ID and was ignored.'

interface LeadContext {
  key: VerifiedKey | undefined
  /** The reason a browser request's customer key was ignored. */
  keyError: string | undefined
  receivedAt: Date
  /** Text appended to the message. */
  emailNote: string
  unknown: readonly UnknownField[]
  requestNote: RequestNote
}

async function handleLead(
  { deps, keyedQueue }: { deps: KeyDeps; keyedQueue: KeyedQueue },
  body: Static<typeof LeadBody>,
  context: LeadContext,
) {
  const { key, keyError, receivedAt, emailNote, requestNote } = context
  checkIds(body, key)
  const lead = {
    ...toLeadRequest(body, key, { unknown_fields: context.unknown, visit: requestNote.visit }),
    has_unusable_key: keyError !== undefined,
  }
  const testEvent = readTestEvent(body.additional_data)
  if (testEvent.kind === 'invalid') throw invalidFieldError(testEvent.field, testEvent.message)
  if (testEvent.kind === 'test' || key?.recordsTests === true) {
    requestNote.isTest = true
    // Test requests are supposed to reveal such mistakes.
    if (keyError !== undefined) throw invalidFieldError('customer_key', keyError)
    const namedRef = namedProgram(testEvent, body)
    requestNote.programId = key?.programId ?? namedRef.programId
    const programId = testProgram(namedRef, key?.programId)
    const eventId = await recordTestLead(deps, programId, lead, receivedAt)
    requestNote.result = { kind: 'test' }
    const response = respondToTestEvent('lead', programId, eventId, namedRef.field)
    return { ...response, message: `${response.message}${emailNote}` }
  }
  const programId = findProgramId(body, key)
  if (programId === undefined) throw noAttribution(body, context)
  const customer = `${programId} ${lead.customer_key ?? lead.click_id ?? lead.email}`
  const outcome = await keyedQueue(customer, () => settleLead(deps, programId, lead, receivedAt))
  requestNote.receivedAt = outcome.at
  if (outcome.kind === 'recorded') {
    const { is_new, is_provisional } = outcome
    const loggedOutcome = is_new ? (is_provisional ? 'provisional' : 'settled') : 'repeat'
    requestNote.result = { kind: 'recorded', outcome: loggedOutcome }
  }
  if (outcome.kind === 'no_attribution') {
    const testClick = await findTestClick(deps, lead.click_id)
    if (testClick !== undefined && testClick.programId === programId) {
      if (key !== undefined) throw new ApiError('no_attribution', TEST_CLICK_WITH_LIVE_KEY)
      // A page opened by a test link reports its signup as usual, without knowing that it is a test.
      requestNote.isTest = true
      requestNote.result = { kind: 'test' }
      const eventId = await recordTestLead(deps, programId, lead, receivedAt)
      return respondToTestEvent('lead', programId, eventId)
    }
    if (outcome.rejection !== undefined) requestNote.rejection = outcome.rejection
    throw noAttribution(body, context, outcome.rejection?.facts?.coupon)
  }
  if (outcome.kind === 'unusable_key') throw invalidFieldError('customer_key', keyError ?? '')
  if (outcome.kind !== 'recorded') requestNote.rejection = { code: outcome.kind }
  const response = toResponse(outcome)
  const keyNote = keyError === undefined ? '' : KEY_IGNORED
  return { ...response, message: `${response.message}${keyNote}${emailNote}` }
}

/**
 * Checks required IDs. A browser request requires a click_id. A server request is checked after attribution has
 * failed.
 */
function checkIds(body: Static<typeof LeadBody>, key: VerifiedKey | undefined) {
  const placeholder = findPlaceholder(body, [key === undefined ? 'click_id' : 'customer_key'])
  if (placeholder !== undefined) throw invalidFieldError(placeholder.field, placeholder.message)
}

/** Returns the reason a sent customer key is unusable. The schema rejects values of another type. */
function customerKeyError({ customer_key: value }: Record<string, unknown>): string | undefined {
  if (typeof value !== 'string') return undefined
  if (!isStorable(value, limits.maxIdLength)) {
    return `customer_key must have at most ${limits.maxIdLength} characters and no NUL.`
  }
  return findPlaceholder({ customer_key: value }, ['customer_key'])?.message
}

function parseClickProgram(clickId: unknown): number | undefined {
  return typeof clickId === 'string' ? parseClickId(clickId)?.programId : undefined
}

function toLeadRequest(
  body: Static<typeof LeadBody>,
  key: VerifiedKey | undefined,
  notes: Pick<LeadRequest['details'], 'unknown_fields' | 'visit'>,
): LeadRequest {
  const { click_id, customer_key, email, coupon_code, session_id, page_url, additional_data } = body
  const source = key === undefined ? 'browser' : 'server'
  return {
    click_id,
    customer_key,
    email,
    coupon_code: key === undefined ? undefined : coupon_code,
    details: {
      source,
      session_id,
      page_url: page_url && withoutUserInfo(page_url),
      additional_data,
      ...notes,
    },
  }
}

/** Returns a browser request's program: the click's program, which a sent `program_id` must match. */
function findProgramId(body: Static<typeof LeadBody>, key: VerifiedKey | undefined): number | undefined {
  const { program_id, click_id } = body
  if (key !== undefined) {
    if (program_id === undefined || program_id === key.programId) return key.programId
    throw invalidFieldError('program_id', 'program_id does not match the program of this API key.')
  }
  const clickProgramId = click_id === undefined ? undefined : parseClickId(click_id)?.programId
  if (program_id === undefined || clickProgramId === undefined || program_id === clickProgramId)
    return clickProgramId
  const message = 'program_id does not match the program of this click_id. Nothing was recorded.'
  throw new ApiError('no_attribution', message, { field: 'program_id' })
}

/** An email is optional, so an invalid one must not reject the lead. */
function isEmail(email: unknown): boolean {
  return typeof email === 'string' && isStorable(email, limits.maxIdLength) && isCustomerEmail(email)
}

function toResponse(
  outcome: Exclude<LeadOutcome, { kind: 'no_attribution' | 'unusable_key' }>,
): Static<typeof LeadResponse> {
  switch (outcome.kind) {
    case 'already_settled':
      throw new ApiError(
        'lead_already_settled',
        'This signup was already recorded. Nothing was recorded again.',
      )
    case 'closed_to_new_referrals':
      throw new ApiError(
        'closed_to_new_referrals',
        'The program is closed to new referrals, and this signup is new. Nothing was recorded.',
      )
    case 'recorded': {
      const { lead_id, is_provisional } = outcome
      if (!is_provisional) return { success: true, message: leadMessage(outcome), lead_id }
      // Every browser request gets the same response, because it must not reveal whether the lead is settled (D22).
      const message =
        'Lead received. It’s provisional until your server (with the program API key) or a payment confirms it.'
      return { success: true, message, lead_id, provisional: true }
    }
  }
}

function leadMessage({ is_new, decided }: Extract<LeadOutcome, { kind: 'recorded' }>): string {
  if (is_new) return 'Lead recorded.'
  if (decided === 'click')
    return 'Lead was already recorded. The customer now belongs to this click’s partner.'
  if (decided === 'code')
    return 'Lead was already recorded. The customer stays with the coupon code’s partner.'
  return 'Lead was already recorded. Nothing was recorded again.'
}

function noAttribution(
  body: Static<typeof LeadBody>,
  { key, emailNote }: LeadContext,
  couponOutcome?: string,
): ApiError {
  const placeholder = findPlaceholder(body, ['click_id'])
  if (placeholder !== undefined) return invalidFieldError(placeholder.field, placeholder.message)
  const message =
    key === undefined
      ? 'This click_id doesn’t belong to a click within an active program’s attribution window. Nothing was recorded.'
      : 'The customer_key, click_id and email in this request don’t match a partner. Nothing was recorded.'
  const problem = COUPON_PROBLEMS.find((one) => one === couponOutcome)
  const couponNote = problem === undefined ? '' : `${couponProblemMessage(problem)} `
  return new ApiError('no_attribution', `${couponNote}${message}${emailNote}`)
}
