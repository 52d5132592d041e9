import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { type LeadOutcome, type LeadRequest, recordTestLead, settleLead } from '../flows/settle-lead.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import { authenticateKey, type VerifiedKey } from '../http/program-key.ts'
import { bodyReader, readJsonObject, trackRoute } from '../http/wire.ts'
import { parseClickId } from '../rules/click-id.ts'
import { readTestEvent } from '../rules/test-event.ts'
import { answerTestEvent, namedProgram, TestAnswer, testProgram } from './test-answer.ts'

const LeadBody = Type.Object({
  click_id: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description: 'The value of the service_click_id cookie. A browser call needs it.',
    }),
  ),
  customer_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.idChars,
      description: 'Your own id of the customer; send the same one with its sales.',
    }),
  ),
  email: Type.Optional(
    Type.String({ minLength: 3, maxLength: limits.idChars, description: 'Kept only as a keyed hash.' }),
  ),
  program_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Not needed; when sent, it must match.' }),
  ),
  session_id: Type.Optional(Type.String({ maxLength: limits.idChars })),
  page_url: Type.Optional(Type.String({ maxLength: limits.urlChars })),
  additional_data: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'At most 16 KiB. `{test_mode: true, program_id}` records a test lead.',
    }),
  ),
})

const LeadAnswer = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  lead_id: Type.Integer(),
  provisional: Type.Optional(
    Type.Literal(true, { description: 'The lead counts once your server, or a payment, confirms it.' }),
  ),
})

const readLeadBody = bodyReader(LeadBody)

/**
 * `POST /api/v1/track/lead`: records a signup. With the program API key it is a server call, which settles;
 * without one it is a browser call, which settles only where the program allows it.
 * Source: specification, "POST {base_url}/api/v1/track/lead" and "Lead settlement"; D20 to D23.
 */
export function registerTrackLead(app: App, deps: ServiceDeps) {
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
      body: LeadBody,
      response: {
        200: Type.Union([LeadAnswer, TestAnswer]),
        ...errorResponses([400, 401, 413, 415], { withKey: true }),
      },
    },
    handler: async (request, reply) => {
      const receivedAt = deps.clock.now()
      const key = await authenticateKey(deps, request, reply, receivedAt)
      const body = readLeadBody(readJsonObject(request.body, { textPlain: key === undefined }))
      checkEmail(body.email)
      const lead = leadOf(body, key)
      const testEvent = readTestEvent(body.additional_data)
      if (testEvent.kind === 'invalid') throw invalidField(testEvent.field, testEvent.message)

      if (testEvent.kind === 'test' || key?.mode === 'test') {
        const programId = testProgram(namedProgram(testEvent, body), key?.programId)
        return answerTestEvent(
          'lead',
          programId,
          await recordTestLead(deps, programId, lead.details, receivedAt),
        )
      }
      const programId = programOf(body, key)
      if (programId === undefined) throw noAttribution(key)
      return answer(await settleLead(deps, programId, lead, receivedAt), key)
    },
  })
}

function leadOf(body: Static<typeof LeadBody>, key: VerifiedKey | undefined): LeadRequest {
  const { click_id, customer_key, email, session_id, page_url, additional_data } = body
  const source = key === undefined ? 'browser' : 'server'
  return { click_id, customer_key, email, details: { source, session_id, page_url, additional_data } }
}

/** A browser call is for the program of its click; a click of another program than the named one is none. */
function programOf(body: Static<typeof LeadBody>, key: VerifiedKey | undefined): number | undefined {
  const { program_id, click_id } = body
  if (key !== undefined) {
    if (program_id === undefined || program_id === key.programId) return key.programId
    throw invalidField('program_id', 'program_id is not the program of this API key.')
  }
  const ofClick = click_id === undefined ? undefined : parseClickId(click_id)?.programId
  return program_id === undefined || program_id === ofClick ? ofClick : undefined
}

function checkEmail(email: string | undefined) {
  if (email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(email.trim())) {
    throw invalidField('email', 'email is not an e-mail address.')
  }
}

function answer(outcome: LeadOutcome, key: VerifiedKey | undefined): Static<typeof LeadAnswer> {
  switch (outcome.kind) {
    case 'no_attribution':
      throw noAttribution(key)
    case 'already_settled':
      throw new ApiError(
        'lead_already_settled',
        'This signup was already recorded; nothing was recorded again.',
      )
    case 'recorded': {
      const { lead_id, isProvisional } = outcome
      if (!isProvisional) return { success: true, message: messageOf(outcome.isNew), lead_id }
      const message = 'Lead is provisional: it counts once your server confirms it with the program API key.'
      return { success: true, message, lead_id, provisional: true }
    }
  }
}

function messageOf(isNew: boolean): string {
  return isNew ? 'Lead recorded.' : 'Lead was already recorded; nothing was recorded again.'
}

function noAttribution(key: VerifiedKey | undefined): ApiError {
  const message =
    key === undefined
      ? 'No click of an active program within its attribution window has this click_id: nothing was recorded.'
      : 'No customer_key, click_id or e-mail of this call leads to a partner: nothing was recorded.'
  return new ApiError('no_attribution', message)
}
