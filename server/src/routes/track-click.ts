import Type, { type Static } from 'typebox'
import type { App, ServiceDeps } from '../app.ts'
import { limits } from '../config.ts'
import { createGroupCommit, type GroupCommit, QueueFullError } from '../flows/group-commit.ts'
import { type ClickOutcome, type ClickRequest, recordClicks, recordTestClick } from '../flows/record-click.ts'
import { errorResponses } from '../http/error-schemas.ts'
import { ApiError, invalidField } from '../http/errors.ts'
import { authenticateKey } from '../http/program-key.ts'
import { bodyReader, readJsonObject, trackRoute } from '../http/wire.ts'
import { readAffiliateUrl } from '../rules/affiliate-url.ts'
import { isBotClick } from '../rules/click-bot.ts'
import type { ClickReason } from '../rules/decide-click.ts'
import { isStorable } from '../rules/stored-text.ts'
import { readTestEvent } from '../rules/test-event.ts'
import { answerTestEvent, namedProgram, TestAnswer, testProgram } from './test-answer.ts'

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

const ClickBody = Type.Object({
  affiliate_url: Type.Optional(
    Type.String({
      maxLength: limits.urlChars,
      description: 'The absolute address the visitor landed on, with ?aff=, ?ref= or ?via=. Required.',
    }),
  ),
  program_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Not needed; when sent, the link must be of this program.' }),
  ),
  page_url: text(limits.urlChars),
  page_title: text(limits.titleChars),
  referrer_url: text(limits.urlChars),
  session_id: text(limits.idChars),
  user_agent: text(limits.titleChars),
  screen_resolution: text(limits.idChars),
  viewport_size: text(limits.idChars),
  language: text(limits.idChars),
  timezone: text(limits.idChars),
  existing_click_id: Type.Optional(
    Type.String({
      maxLength: limits.idChars,
      description: 'The value of the service_click_id cookie, if any.',
    }),
  ),
  additional_data: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'At most 16 KiB. `{test_mode: true, program_id}` records a test click.',
    }),
  ),
})

const Counted = Type.Object({
  success: Type.Literal(true),
  click_id: Type.String({ description: 'Keep it in the cookie service_click_id. Opaque.' }),
  partner_code: Type.String(),
  cookie_window_days: Type.Integer(),
})

const REASONS = ['unknown_link', 'inactive_link', 'bot', 'program_paused'] as const satisfies ClickReason[]

const NotCounted = Type.Object({
  success: Type.Literal(false),
  reason: Type.Enum([...REASONS], { type: 'string' }),
  message: Type.String(),
})

const MESSAGES: Record<ClickReason, string> = {
  unknown_link: 'No partner link has this code.',
  inactive_link: 'This partner link is not active.',
  bot: 'Clicks of bots are not counted.',
  program_paused: 'The program of this link is paused.',
}

const readClickBody = bodyReader(ClickBody)

/**
 * `POST /api/v1/track/click`: records a click on a partner link and answers with its click id, after the
 * commit. Public and open to every origin. Clicks that arrive together share one commit.
 * Source: specification, "What the service does" 1; D14 to D18.
 */
export function registerTrackClick(app: App, deps: ServiceDeps) {
  const clicks = createGroupCommit<ClickRequest, ClickOutcome>({
    maxBatch: limits.clickBatchRows,
    maxQueued: limits.clickQueueRows,
    commit: (requests) => recordClicks(deps, requests),
  })
  app.route({
    ...trackRoute,
    method: 'POST',
    url: '/api/v1/track/click',
    schema: {
      operationId: 'trackClick',
      tags: ['Track'],
      consumes: ['application/json', 'text/plain'],
      summary: 'Record a click on a partner link',
      security: [],
      body: ClickBody,
      response: {
        200: Type.Union([Counted, NotCounted, TestAnswer]),
        ...errorResponses([400, 401, 413, 415], { withKey: true }),
      },
    },
    handler: async (request, reply) => {
      const receivedAt = deps.clock.now()
      const key = await authenticateKey(deps, request, reply, receivedAt)
      const body = readClickBody(readJsonObject(request.body, { textPlain: true }))
      const userAgent = request.headers['user-agent']
      const testEvent = readTestEvent(body.additional_data)
      if (testEvent.kind === 'invalid') throw invalidField(testEvent.field, testEvent.message)

      if (testEvent.kind === 'test' || key?.mode === 'test') {
        const programId = testProgram(namedProgram(testEvent, body), key?.programId)
        if (body.affiliate_url !== undefined) checkAddress(body.affiliate_url)
        const eventId = await recordTestClick(deps, programId, detailsOf(body, userAgent), receivedAt)
        return answerTestEvent('click', programId, eventId)
      }
      const code = codeOf(body.affiliate_url)
      const outcome = await addToBatch(clicks, {
        code,
        program_id: body.program_id,
        existing_click_id: body.existing_click_id,
        isBot: isBotClick(body.user_agent, userAgent),
        receivedAt,
        details: detailsOf(body, userAgent),
      })
      return answer(outcome, code)
    },
  })
}

/** What a test click sends is held to the rules of a real one, as far as they need no link (D13). */
function checkAddress(affiliateUrl: string) {
  if (readAffiliateUrl(affiliateUrl).kind === 'not_absolute') throw notAbsolute()
}

function notAbsolute() {
  return invalidField('affiliate_url', 'affiliate_url must be an absolute http or https address.')
}

function codeOf(affiliateUrl: string | undefined): string {
  if (affiliateUrl === undefined)
    throw invalidField('affiliate_url', 'affiliate_url is missing: this call needs it.')
  const result = readAffiliateUrl(affiliateUrl)
  switch (result.kind) {
    case 'link':
      if (isStorable(result.code, limits.idChars)) return result.code
      throw invalidField(
        'affiliate_url',
        `The link code of affiliate_url holds a NUL character or more than ${limits.idChars} characters.`,
      )
    case 'not_absolute':
      throw notAbsolute()
    case 'no_code':
      throw invalidField('affiliate_url', 'affiliate_url has no link code: it needs ?aff=, ?ref= or ?via=.')
  }
}

async function addToBatch(
  clicks: GroupCommit<ClickRequest, ClickOutcome>,
  click: ClickRequest,
): Promise<ClickOutcome> {
  try {
    return await clicks.add(click)
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    const message = 'More clicks arrive than can be saved right now: send this one again in a second.'
    throw new ApiError('rate_limited', message, { retry_after_seconds: 1 }, { 'retry-after': '1' })
  }
}

function detailsOf(body: Static<typeof ClickBody>, userAgent: string | undefined): ClickRequest['details'] {
  return {
    affiliate_url: body.affiliate_url,
    page_url: body.page_url,
    page_title: body.page_title,
    referrer_url: body.referrer_url,
    session_id: body.session_id,
    user_agent: body.user_agent ?? userAgent?.slice(0, limits.titleChars),
    screen_resolution: body.screen_resolution,
    viewport_size: body.viewport_size,
    language: body.language,
    timezone: body.timezone,
    additional_data: body.additional_data,
  }
}

function answer(outcome: ClickOutcome, code: string): Static<typeof Counted> | Static<typeof NotCounted> {
  if (outcome.kind === 'not_counted') {
    return { success: false, reason: outcome.reason, message: MESSAGES[outcome.reason] }
  }
  const { click_id, cookie_window_days } = outcome
  return { success: true, click_id, partner_code: code, cookie_window_days }
}
